import { dirname, join } from "node:path";
import { bundleForXs, type Source, XsMachine } from "../../tools/replay/xs_machine";

/**
 * What `play`, exported by the module at `entry`, resolves to on real XS whose built-ins are frozen, as in the board's image.
 * Rejects with what it threw there.
 * `alias` puts other modules in the place of npm packages.
 */
export async function runOnXs(entry: string, alias: Readonly<Record<string, string>> = {}): Promise<string> {
  const { contents, resolveDir } = playing(entry);
  const frozen = `import ${JSON.stringify(join(__dirname, "freeze_built_ins"))};\n${contents}`;
  const machine = await XsMachine.start(await bundleForXs({ contents: frozen, resolveDir }, alias));
  try {
    return (await machine.command("")).bytes.toString();
  } finally {
    await machine.close();
  }
}

/** A script that starts `play`, which has settled by the time XS answers the first message, and hands out what came of it. */
export const playing = (entry: string): Source => ({
  contents: `import { play } from ${JSON.stringify(entry)};
    let text = null;
    let failure = new Error("play did not settle");
    play().then((result) => { text = result; }, (error) => { failure = error; });
    globalThis.handleCommand = () => {
      if (text === null) throw failure;
      return new TextEncoder().encode(text).buffer;
    };`,
  resolveDir: dirname(entry),
});
