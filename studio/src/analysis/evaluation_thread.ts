/** Runs in a thread of its own: training takes seconds, and calls must not wait for it. */
import { parentPort, workerData } from "node:worker_threads";
import { BuiltinMatcher } from "../nlu/builtin";
import { evaluate, evaluateLibrary } from "../nlu/evaluate";
import type { EvaluationRequest } from "./evaluation";

async function run({ library, language, utterances }: EvaluationRequest) {
  if (utterances === null) return evaluateLibrary(library, { language });
  const intents = [...new Set(library.map(({ name }) => name))];
  return evaluate(new BuiltinMatcher(library), utterances, intents);
}

void run(workerData as EvaluationRequest).then((evaluation) => parentPort!.postMessage(evaluation));
