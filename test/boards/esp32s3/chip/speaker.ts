export default class ChipSpeaker {
  constructor() {
    throw new Error("no speaker: ESP_ERR_NOT_FOUND");
  }
}
