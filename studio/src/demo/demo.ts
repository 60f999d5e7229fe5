import type { App } from "../http/app";
import { fillDemo } from "./fill";
import { type DemoLogin, demoIsComplete, demoToken, makeDemoTenant, noteDemoComplete } from "./tenant";

/**
 * Makes a tenant to look at, once for each database: people with each role, a project, a callbot with scenarios of both formats, opening
 * hours, and a campaign that calls simulated people. Several processes may do this at the same time, and one goes on where another
 * was stopped.
 * @param tell called with the people as soon as they are there: their passwords are known only now. Not called where they were there.
 */
export async function ensureDemo(app: App, tell: (logins: readonly DemoLogin[]) => void): Promise<void> {
  const { services } = app;
  if (await demoIsComplete(services)) return;
  const logins = await makeDemoTenant(services);
  if (logins.length > 0) tell(logins);
  await fillDemo(app, await demoToken(services));
  await noteDemoComplete(services);
}
