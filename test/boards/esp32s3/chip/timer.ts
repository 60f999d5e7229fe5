import { chip } from "./state";

export default Object.assign(chip.timers, { delay: (ms: number) => void chip.asked.push(["delay", ms]) });
