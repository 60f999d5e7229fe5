import { chip } from "./state";

export default { open: () => chip.storage };
