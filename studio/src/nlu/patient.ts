import { join } from "node:path";
import { aside } from "../thread/aside";
import { matchWith } from "./builtin";
import type { IntentMatch, IntentMatcher, LibraryIntent, MatchOptions } from "./matcher";
import { primaryLanguage } from "./text";
import { type LanguageModel, trainLanguage } from "./training";

/** So few utterances are trained on the spot: a thread would take longer to start. */
const AT_ONCE = 200;
/** The largest library takes three seconds. */
const MOST_MS = 60_000;

let last: Promise<unknown> = Promise.resolve();

/** The built-in matcher for calls: a large library is trained in a thread, and only who asks it waits. */
export class PatientMatcher implements IntentMatcher {
  private readonly models = new Map<string, LanguageModel | Promise<LanguageModel>>();

  constructor(private readonly library: readonly LibraryIntent[]) {}

  match(text: string, options: MatchOptions): IntentMatch | Promise<IntentMatch> {
    const model = this.model(primaryLanguage(options.language));
    if (model instanceof Promise) return model.then((trained) => matchWith(trained, text, options));
    return matchWith(model, text, options);
  }

  private model(language: string): LanguageModel | Promise<LanguageModel> {
    const known = this.models.get(language);
    if (known !== undefined) return known;
    const model = this.small ? trainLanguage(this.library, language) : this.trained(language);
    this.models.set(language, model);
    return model;
  }

  private trained(language: string): Promise<LanguageModel> {
    const mine = last.then(() =>
      aside<LanguageModel>(join(__dirname, "training_thread.ts"), { library: this.library, language }, MOST_MS),
    );
    // One library after the other: a training takes a core for its time.
    last = mine.catch(() => undefined);
    mine.then(
      (model) => this.models.set(language, model),
      () => this.models.delete(language),
    );
    return mine;
  }

  private get small(): boolean {
    return this.library.reduce((sum, { utterances }) => sum + utterances.length, 0) <= AT_ONCE;
  }
}
