export default {
  ap_password: "drive-safely",
  camera: "camera",
  card: { clock_gpio: 39, command_gpio: 38, data_gpio: 40 },
};
