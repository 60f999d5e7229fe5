import { chip } from "./state";

type Done = (error: string | null) => void;

/** A slot without a card. */
export default class ChipCard {
  readonly mounted = false;
  readonly name = "SD";
  constructor(options: object) {
    chip.asked.push(["card", options]);
  }
  mount = (done: Done) => done("no card");
  space = (done: Done) => done("no card");
  list = (_folder: string, done: Done) => done("no card");
  read = (_path: string, _offset: number, _max_bytes: number, done: Done) => done("no card");
  write = (_path: string, _bytes: Uint8Array, done: Done) => done("no card");
}
