/** Every check of the suite, in the order they run. A part of the product adds its own file here. */
import type { Check } from "../context";
import { checks as alerts } from "./alerts";
import { checks as http } from "./http";
import { checks as mqtt } from "./mqtt";
import { checks as settings } from "./settings";
import { checks as status } from "./status";
import { checks as stream } from "./stream";
import { checks as wifi } from "./wifi";

export const CHECKS: readonly Check[] = [...status, ...settings, ...alerts, ...http, ...stream, ...wifi, ...mqtt];
