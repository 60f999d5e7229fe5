import { type Static, Type } from "@sinclair/typebox";

/**
 * One thing that is wrong, or doubtful, in a scenario definition.
 * A definition is accepted when none of its findings has severity "error".
 */
export const Finding = Type.Object(
  {
    nodeId: Type.Union([Type.String(), Type.Null()], {
      description: "Id of the node (v2) or label of the step (v1; `step 3` where it has none); null for the document.",
    }),
    path: Type.String({ description: "JSON Pointer (RFC 6901) into the document; the empty text is the whole of it." }),
    message: Type.String({ description: "One English sentence for people." }),
    code: Type.String({ description: "Stable name of the fault, for programs." }),
    severity: Type.Union([Type.Literal("error"), Type.Literal("warning")]),
  },
  { description: "A finding of scenario validation." },
);
export type Finding = Static<typeof Finding>;
export type Severity = Finding["severity"];

export { pointer } from "../json/pointer";
