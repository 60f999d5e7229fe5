/** Calls go on while a library is trained. */
import { BuiltinMatcher } from "../../src/nlu/builtin";
import type { LibraryIntent } from "../../src/nlu/matcher";
import { PatientMatcher } from "../../src/nlu/patient";
import { CLINIC } from "./library";

const ASKED = ["how much does it cost", "please cancel my visit now", "qwertz", ""];
const options = { language: "en-GB", candidates: CLINIC.map(({ name }) => name) };

/** The clinic's, each utterance with a few endings: more than are trained on the spot. */
const LARGE: LibraryIntent[] = CLINIC.map((intent) => ({
  ...intent,
  utterances: intent.utterances.flatMap((text) =>
    ["", "please", "now", "thanks", "today"].map((end) => `${text} ${end}`),
  ),
}));

test("a large library is trained aside: meanwhile everything else has its turns, and the answers are the same", async () => {
  const patient = new PatientMatcher(LARGE);
  let turns = 0;
  let trained = false;
  const turn = () => {
    turns += 1;
    if (!trained) setTimeout(turn, 1);
  };
  turn();
  const both = await Promise.all([patient.match(ASKED[0]!, options), patient.match(ASKED[1]!, options)]);
  trained = true;
  expect(turns).toBeGreaterThan(20);
  const plain = new BuiltinMatcher(LARGE);
  expect(both).toEqual([plain.match(ASKED[0]!, options), plain.match(ASKED[1]!, options)]);
  for (const text of ASKED) expect(patient.match(text, options)).toEqual(plain.match(text, options));
});

test("a small library answers at once", () => {
  const small = CLINIC.slice(0, 5);
  const patient = new PatientMatcher(small);
  for (const text of ASKED)
    expect(patient.match(text, options)).toEqual(new BuiltinMatcher(small).match(text, options));
});
