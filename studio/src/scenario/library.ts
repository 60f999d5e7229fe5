/** What the scenarios of a project share, put into a definition before it runs. */
import type { Definition } from "./definition";
import type { Scalar, Variable, VariableType } from "./definition_parts";
import { parseTemplate } from "./template";
import { convert } from "./value";

export interface Library {
  /** Names of the intents. */
  readonly intents: ReadonlySet<string>;
  /** Texts of the prompts by name, in the scenario's language. */
  readonly prompts: ReadonlyMap<string, string>;
  readonly variables: ReadonlyMap<string, { readonly type: VariableType; readonly default: Scalar | null }>;
}

/** The definition with the library's prompts and defaults in it. A prompt that the library lacks is silence. */
export function withLibrary(definition: Definition, library: Library): Definition {
  const variables = definition.variables.map((variable) => withDefault(variable, library));
  const speak = <Actor extends object>(actor: Actor): Actor => {
    const spoken = actor as { text?: string; reprompt?: string };
    return {
      ...actor,
      ...(spoken.text !== undefined && { text: withPrompts(spoken.text, library) }),
      ...(spoken.reprompt !== undefined && { reprompt: withPrompts(spoken.reprompt, library) }),
    };
  };
  const each = <From, To>(named: Record<string, From> | undefined, change: (from: From) => To) =>
    Object.fromEntries(Object.entries(named ?? {}).map(([name, from]) => [name, change(from)]));
  if (definition.format === "v1") {
    const procedures = each(definition.procedures, (steps) => steps.map(speak));
    return { ...definition, variables, steps: definition.steps.map(speak), procedures };
  }
  const flows = each(definition.flows, (flow) => ({ ...flow, nodes: flow.nodes.map(speak) }));
  return { ...definition, variables, nodes: definition.nodes.map(speak), flows };
}

/** Prompts may hold variables, and no further prompts. */
function withPrompts(text: string, { prompts }: Library): string {
  const put = (template: string, promptOf: (name: string) => string): string =>
    parseTemplate(template)
      .parts.map((part) =>
        "text" in part ? part.text : "variable" in part ? `{{${part.variable}}}` : promptOf(part.prompt),
      )
      .join("");
  return put(text, (name) => put(prompts.get(name) ?? "", () => ""));
}

function withDefault(variable: Variable, library: Library): Variable {
  if (variable.source !== "project") return variable;
  const value = convert(library.variables.get(variable.name)?.default, variable.type);
  return value === undefined ? variable : { ...variable, initial: value };
}
