/** Runs in a thread of its own: training a large library takes seconds, and nobody on the telephone should hear that. */
import { parentPort, workerData } from "node:worker_threads";
import type { LibraryIntent } from "./matcher";
import { trainLanguage } from "./training";

const { library, language } = workerData as { library: LibraryIntent[]; language: string };
parentPort!.postMessage(trainLanguage(library, language));
