import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { compileFunction } from "node:vm";

/**
 * Runs one CommonJS file of a package with a `require` that answers some names itself. Two packages need it: one asks
 * for an umbrella package that we do not install, the other keeps CommonJS scripts in a folder declared as ES modules.
 * @returns its `module.exports`
 */
export function runCommonJs(file: string, provided: Readonly<Record<string, unknown>> = {}): unknown {
  const require = createRequire(file);
  const module = { exports: {} };
  const run = compileFunction(readFileSync(file, "utf8"), ["module", "exports", "require", "__filename", "__dirname"], {
    filename: file,
  });
  run(module, module.exports, (name: string) => provided[name] ?? require(name), file, path.dirname(file));
  return module.exports;
}
