/** The unit's program on a computer: flags in, one line with both addresses out, SIGTERM stops it. */
import { Unit } from "../../unit";
import { createHostBoard } from "./board";
import { fail, optionsOrExit } from "./flags";
import { hostCodec } from "./mqtt_transport/codec";
import { parseOptions, USAGE } from "./options";
import { followFirstProcess, startAnew } from "./reboot";

const PROGRAM = "drowsyguard";

async function main(): Promise<void> {
  const chosen = optionsOrExit(PROGRAM, USAGE, parseOptions);
  const { board, control_port, stream_port, release } = await createHostBoard(chosen, () => void reboot());
  const unit = new Unit(board, {
    address: chosen.bind,
    control_port,
    stream_port,
    settings: chosen.settings,
    codec: hostCodec,
  });
  let ending: Promise<void> | null = null;
  const end = () => {
    ending ??= unit.stop().then(release);
    return ending;
  };
  const stop = () => end().then(() => process.exit(0));
  const reboot = async () => {
    if (ending) return;
    await end();
    // A port that the machine chose stays what it was: pages and streams find the unit again.
    startAnew(["--control-port", `${control_port}`, "--stream-port", `${stream_port}`]);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  followFirstProcess(stop);
  unit.start();
  const address = (port: number) => `http://${chosen.bind.includes(":") ? `[${chosen.bind}]` : chosen.bind}:${port}`;
  console.log(`DrowsyGuard is ready: control ${address(control_port)}  stream ${address(stream_port)}`);
}

main().catch((error: Error) => fail(PROGRAM, error.message));
