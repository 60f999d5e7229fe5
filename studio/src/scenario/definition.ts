import type { DefinitionV1 } from "./definition_v1";
import type { DefinitionV2 } from "./definition_v2";

/** A scenario definition in either format, told apart by `format`. */
export type Definition = DefinitionV1 | DefinitionV2;
