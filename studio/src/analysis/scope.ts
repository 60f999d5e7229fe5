import type { Tx } from "../db/db";
import { problem } from "../http/problem";
import { type Asker, requireCallbot } from "../project/membership";
import type { Definition } from "../scenario/definition";
import { findScenario } from "../scenario/store";
import { findVersion } from "../scenario/version_store";

export interface AnalysedVersion {
  scenario_id: string;
  project_id: string;
  version: number;
  definition: Definition;
}

/**
 * The version that an analysis is of, for who may read the scenario.
 * @param version null: the published one, or where none is published the latest
 * @throws Problem NOT_FOUND, NO_VERSION
 */
export async function analysedVersion(
  tx: Tx,
  asker: Asker,
  scenario_id: string,
  version: number | null,
): Promise<AnalysedVersion> {
  const scenario = await findScenario(tx, scenario_id);
  if (scenario === null) throw problem("NOT_FOUND");
  const { project_id } = await requireCallbot(tx, asker, scenario.callbot_id, "read");
  const wanted = version ?? scenario.published_version ?? scenario.latest_version;
  const found = wanted === null ? null : await findVersion(tx, scenario_id, wanted);
  if (found === null) throw problem("NO_VERSION");
  return { scenario_id, project_id, version: found.version, definition: found.definition };
}
