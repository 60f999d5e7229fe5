import { accessPointName } from "../../src/wifi/access_point";

test("the access point is named after the radio's address", () => {
  expect(accessPointName("02a1b2c3d4ef")).toBe("Monitor-C3D4EF");
});
