/** The studio's program: flags in, one line with its address out, SIGTERM stops it. */
import { fail, optionsOrExit } from "../../src/boards/host/flags";
import { ensureOperator } from "./auth/first_run";
import { composeStudio } from "./compose";
import { ensureDemo } from "./demo/demo";
import type { App } from "./http/app";
import { BASE_PATH } from "./http/reply";
import { type Options, parseOptions, USAGE } from "./options";
import { parseRotateOptions, ROTATE_COMMAND, ROTATE_USAGE, rotateSecrets } from "./rotate_secrets";

const PROGRAM = "studio";

/** A request that does not end by itself does not keep the process alive for longer. */
const STOP_WITHIN_MS = 10_000;

async function main(): Promise<void> {
  if (process.argv[2] === ROTATE_COMMAND) {
    const options = optionsOrExit(PROGRAM, ROTATE_USAGE, (args) => parseRotateOptions(args.slice(1)));
    console.log(`studio: ${await rotateSecrets(options, process.env)}`);
    return;
  }
  const options = optionsOrExit(PROGRAM, USAGE, (args) => parseOptions(args, process.env));
  const studio = await composeStudio(options, process.env);
  const { app, workers } = studio;

  const stop = () => {
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    studio.close().then(
      () => process.exit(0),
      (error: Error) => fail(PROGRAM, error.message),
    );
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);

  const first = await ensureOperator(app.services);
  if (first !== null) {
    console.log(
      `studio: first administrator ${first.email} with password ${first.password} (shown once; change it at the first log-in)`,
    );
  }
  if (options.demo) {
    await ensureDemo(app, (logins) => {
      for (const { email, password, roles } of logins) {
        console.log(`studio: demo ${roles.join("+")} ${email} with password ${password} (shown once)`);
      }
    });
  }
  // Before the workers: who fails to listen must not have begun to call anybody.
  const address = options.with_api ? await listen(app, options) : null;
  if (options.with_workers) for (const worker of workers) await worker.start();
  console.log(address === null ? "studio: workers are running" : `studio: ready at http://${address}${BASE_PATH}`);
}

/** @returns host and port as an address has them. @throws Error naming the flags */
async function listen({ fastify }: App, { host, port }: Options): Promise<string> {
  try {
    await fastify.listen({ host, port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "EADDRINUSE" ? "the port is taken" : message;
    throw new Error(`cannot listen on --host ${host} --port ${port}: ${why}`, { cause: error });
  }
  const bound = fastify.server.address() as { port: number };
  return `${host.includes(":") ? `[${host}]` : host}:${bound.port}`;
}

main().catch((error: Error) => fail(PROGRAM, error.message));
