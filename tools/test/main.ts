/**
 * Runs every suite of the project and closes with one line over all of them: `N passed, N failed`, and how many were skipped.
 * A suite that ends without a count (it crashed, or did not build) counts as one failure.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

interface Suite {
  name: string;
  command: string[];
  /** Jest prints its report to the file and to the output: the people's half is on standard error. */
  quiet?: boolean;
  /** Reads the counts from the suite's output; null when there are none. */
  count(output: string): Count | null;
}

const scratch = mkdtempSync(join(tmpdir(), "drowsyguard-test-"));

/** The plain closing line `N passed, N failed`. */
function closingLine(output: string): Count | null {
  const last = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  return last ? { passed: Number(last[1]), failed: Number(last[2]), skipped: 0 } : null;
}

/** Python's unittest: `Ran N tests`, then `OK (skipped=a)` or `FAILED (failures=b, errors=c)`. */
function unittest(output: string): Count | null {
  const ran = /^Ran (\d+) tests? in/m.exec(output);
  if (!ran) return null;
  const sum = (names: string) =>
    [...output.matchAll(new RegExp(`(?:${names})=(\\d+)`, "g"))].reduce((total, m) => total + Number(m[1]), 0);
  const failed = sum("failures|errors");
  const skipped = sum("skipped");
  return { passed: Number(ran[1]) - failed - skipped, failed, skipped };
}

function jestCount(report_file: string): Count | null {
  try {
    const report = JSON.parse(readFileSync(report_file, "utf8"));
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
      skipped: report.numPendingTests,
    };
  } catch {
    return null;
  }
}

/** Folders whose tests watch programs at their real pace: those have the machine to themselves. */
const AT_PACE = ["test/browser", "test/conformance", "test/boards", "test/mqtt", "test/stream", "dashboard/test"];
const IGNORED = ["/node_modules/", "<rootDir>/build/", "<rootDir>/data/"];

function jest(name: string, workers: number, roots: readonly string[], without: readonly string[]): Suite {
  const report = join(scratch, `${workers}.json`);
  const flags = [
    ...roots.flatMap((root) => ["--roots", root]),
    ...[...IGNORED, ...without].flatMap((path) => ["--testPathIgnorePatterns", path]),
    `--maxWorkers=${workers}`,
    "--passWithNoTests",
  ];
  return {
    name,
    command: [...JEST, "--json", `--outputFile=${report}`, ...flags, ...process.argv.slice(2)],
    quiet: true,
    count: () => jestCount(report),
  };
}

const JEST = ["npm", "test", "--silent", "--"];

const suites: Suite[] = [
  { name: "native core under sanitizers", command: ["make", "-s", "-C", "native", "test"], count: closingLine },
  {
    name: "training tools",
    command: ["build/python/bin/python", "-m", "unittest", "discover", "-s", "tools/train", "-p", "test_*.py"],
    count: unittest,
  },
  {
    name: "training of the dashboard's model",
    command: [
      "build/python/bin/python",
      "-B",
      "-m",
      "unittest",
      "discover",
      "-s",
      "dashboard/train",
      "-p",
      "test_*.py",
    ],
    count: unittest,
  },
  jest("programs at their own pace", 1, AT_PACE, []),
  jest(
    "everything else, two at a time",
    2,
    ["test", "tools", "studio/test"],
    AT_PACE.map((folder) => `<rootDir>/${folder}/`),
  ),
];

function run(suite: Suite): Promise<Count> {
  console.log(`== ${suite.name}`);
  return new Promise((resolve) => {
    const child = spawn(suite.command[0]!, suite.command.slice(1), { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const keep = (chunk: Buffer) => {
      output += chunk;
    };
    child.stderr.on("data", (chunk) => {
      keep(chunk);
      process.stderr.write(chunk);
    });
    child.stdout.on("data", (chunk) => {
      keep(chunk);
      if (!suite.quiet) process.stdout.write(chunk);
    });
    child.on("error", (error) => console.error(`${suite.name}: ${error.message}`));
    child.on("close", (status) => {
      const count = suite.count(output) ?? { passed: 0, failed: 1, skipped: 0 };
      if (status !== 0 && count.failed === 0) count.failed = 1;
      resolve(count);
    });
  });
}

async function main(): Promise<void> {
  const total: Count = { passed: 0, failed: 0, skipped: 0 };
  try {
    for (const suite of suites) {
      const { passed, failed, skipped } = await run(suite);
      total.passed += passed;
      total.failed += failed;
      total.skipped += skipped;
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
}

void main();
