import { createAuthenticator } from "./auth/authenticator";
import { prepareDataFolder } from "./data_folder";
import type { Db } from "./db/db";
import { openDatabase } from "./db/open";
import { ROUTES, WORKERS } from "./features";
import type { App } from "./http/app";
import type { Services } from "./http/principal";
import { createApp } from "./http/server";
import type { Options } from "./options";
import { secretBox } from "./secret/box";
import { keyRingFrom } from "./secret/from_environment";
import type { Worker } from "./worker";

export interface Studio {
  app: App;
  workers: readonly Worker[];
  /** Stops workers, lets requests end, closes the database. */
  close(): Promise<void>;
}

/** Opens the database and puts everything together; nothing listens yet. */
export async function composeStudio(options: Options, environment: NodeJS.ProcessEnv): Promise<Studio> {
  prepareDataFolder(options.data);
  // Before the database: a missing key must not leave a half-made first run behind.
  const embedded = options.database_url === null;
  const secrets = secretBox(keyRingFrom(environment, embedded ? options.data : null, Date.now()));
  const db = await openDatabase(options.database_url, options.data, options.connections);
  try {
    const now = () => new Date();
    const authenticator = createAuthenticator({ db, secrets, now });
    const services: Services = { db, authenticator, secrets, now, data: options.data, environment };
    const app = await createApp(services, {
      rate_limit_per_min: options.rate_limit_per_min,
      log_level: options.log_level,
      trust_proxy: options.trust_proxy,
      ...(options.metrics_token === null ? {} : { metrics_token: options.metrics_token }),
    });
    for (const register of ROUTES) register(app);
    const workers = WORKERS.map((make) => make(services, app.fastify.log));
    return { app, workers, close: () => close(app, workers, db) };
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function close(app: App, workers: readonly Worker[], db: Db): Promise<void> {
  await Promise.all([app.fastify.close(), ...workers.map((worker) => worker.stop())]);
  await db.close();
}
