import { chip } from "./state";

export default chip.timers;
