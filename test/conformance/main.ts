/**
 * Aims the conformance suite at any running unit, a board too.
 * usage: npm run -s conformance -- --base http://192.0.2.1 --stream http://192.0.2.1:81
 */
import { parseArgs } from "node:util";
import { CHECKS } from "./checks";

const USAGE = "usage: npm run -s conformance -- --base URL --stream URL [--only TEXT]";

function address(flag: string, text: string | undefined): string {
  if (!text) throw new Error(`--${flag} is missing\n${USAGE}`);
  if (!/^http:\/\/[^/]+\/?$/.test(text))
    throw new Error(`--${flag} must be an address such as http://192.0.2.1:80, not '${text}'`);
  return text.replace(/\/$/, "");
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      base: { type: "string" },
      stream: { type: "string" },
      only: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const context = { base: address("base", values.base), stream: address("stream", values.stream) };
  let passed = 0;
  let failed = 0;
  for (const check of CHECKS.filter(({ name }) => name.includes(values.only ?? ""))) {
    try {
      await check.run(context);
      passed += 1;
      console.log(`ok      ${check.name}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${check.name}\n        ${(error as Error).message.replace(/\n/g, "\n        ")}`);
    }
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 2;
});
