import type { Definition } from "../scenario/definition";
import type { DefinitionV2, Node } from "../scenario/definition_v2";
import { flowsOfV1 } from "./compile_v1";
import { RUNTIME_LIMITS } from "./limits";
import type { Program } from "./program";

/**
 * Makes a definition ready to run.
 * @param definition one that validation accepted; the faults of any other end the run with outcome `error`, never with an exception
 * @param phrases utterances by intent
 */
export function compile(definition: Definition, phrases: ReadonlyMap<string, readonly string[]> = new Map()): Program {
  const flows = definition.format === "v2" ? flowsOfV2(definition) : flowsOfV1(definition);
  return {
    language: definition.language,
    variables: new Map(definition.variables.map((variable) => [variable.name, variable])),
    max_turns: definition.limits?.max_turns ?? RUNTIME_LIMITS.max_turns,
    max_duration_ms: (definition.limits?.max_duration_s ?? RUNTIME_LIMITS.max_duration_s) * 1000,
    ...flows,
    phrases,
  };
}

function flowsOfV2(definition: DefinitionV2): Pick<Program, "main" | "flows"> {
  const flow = (start: string, nodes: readonly Node[]) => ({ start, nodes: new Map(nodes.map((n) => [n.id, n])) });
  return {
    main: flow(definition.start, definition.nodes),
    flows: new Map(Object.entries(definition.flows ?? {}).map(([name, f]) => [name, flow(f.start, f.nodes)])),
  };
}
