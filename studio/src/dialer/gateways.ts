import { appendFileSync } from "node:fs";
import type { Simulation } from "../campaign/schema";
import type { Services } from "../http/principal";
import type { VoiceGateway } from "../voice/gateway";
import { jambonzFrom, missingGateway } from "../voice/jambonz/configure";
import { simulatedGateway } from "../voice/simulated/gateway";

/** Which gateway carries a call, and how its simulated people behave where it is the simulated one. */
export interface GatewayChoice {
  gateway: string;
  simulation: unknown;
}

const DEFAULT_SIMULATION: Simulation = { speed: 1, seed: "drowsyguard" };

/** The same, or one that fails with the reason why the call cannot be placed. */
export function gatewayFor(services: Services, choice: GatewayChoice, fault: string | null): VoiceGateway {
  return fault === null ? gatewayOf(services, choice) : missingGateway(fault);
}

/**
 * The gateway of a campaign or a test call.
 * `STUDIO_SIMULATED_LEDGER` names a file to which the simulated gateway adds a line for every call it places, whatever becomes of the
 * process afterwards: what really was dialled can be held against what the studio says.
 */
function gatewayOf(services: Services, choice: GatewayChoice): VoiceGateway {
  if (choice.gateway === "jambonz") {
    return jambonzFrom(services.environment)?.gateway ?? missingGateway("jambonz is not set up on this studio");
  }
  const { speed, seed } = (choice.simulation as Simulation | null) ?? DEFAULT_SIMULATION;
  const gateway = simulatedGateway({ speed, seed });
  const ledger = services.environment["STUDIO_SIMULATED_LEDGER"];
  if (!ledger) return gateway;
  return {
    placeCall(request, signal) {
      appendFileSync(ledger, `${JSON.stringify({ call_id: request.call_id, to: request.to })}\n`);
      return gateway.placeCall(request, signal);
    },
  };
}
