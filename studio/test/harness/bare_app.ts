/** Every route of the studio with nothing behind it: for what needs no database to be known or answered. */
import { ROUTES } from "../../src/features";
import type { App } from "../../src/http/app";
import type { Services } from "../../src/http/principal";
import { createApp, type ServerOptions } from "../../src/http/server";

export async function bareApp(options: Partial<ServerOptions> = {}): Promise<App> {
  const services = { environment: {}, now: () => new Date(), data: "" } as unknown as Services;
  const app = await createApp(services, {
    rate_limit_per_min: 1000,
    log_level: "silent",
    trust_proxy: false,
    ...options,
  });
  for (const register of ROUTES) register(app);
  return app;
}
