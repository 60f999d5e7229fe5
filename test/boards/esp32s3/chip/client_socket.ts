export default class ChipClientSocket {
  constructor() {
    throw new Error("no broker here");
  }
}
