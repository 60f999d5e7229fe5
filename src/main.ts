/** The entry on the board: XS calls the default export when the machine is up. */
import { startUnit } from "./boards/esp32s3/program";

export default function main(): void {
  startUnit();
}
