/** What the black-box checks work in: one running studio, and as many tenants as they like. */
import { randomBytes } from "node:crypto";
import { Client, Contract } from "./client";
import type { RunningStudio } from "./running_studio";

export type RoleName = "STUDIO_ADMIN" | "STUDIO_PROJECT" | "STUDIO_MONITORING";

export interface Person {
  id: string;
  email: string;
  password: string;
  client: Client;
}

export interface Tenant {
  id: string;
  name: string;
  admin: Person;
  /** A user with these roles who has logged in and changed the first password. */
  person(...roles: RoleName[]): Promise<Person>;
}

export class World {
  private constructor(
    readonly studio: RunningStudio,
    readonly open: Client,
    readonly operator: Client,
  ) {}

  static async of(studio: RunningStudio, operator = studio.first_admin!): Promise<World> {
    const contract = await Contract.read(studio.base);
    const open = new Client(studio.base, contract);
    const { client } = await firstLogin(open, operator.email, operator.password);
    return new World(studio, open, client);
  }

  /** A new tenant with one administrator. */
  async tenant(name = `Tenant ${unique()}`): Promise<Tenant> {
    const { id } = await this.operator.expect(201, "POST", "/admin/tenants", { name, time_zone: "Europe/Berlin" });
    const admin = await this.#person(this.operator, id, ["STUDIO_ADMIN"]);
    return { id, name, admin, person: (...roles) => this.#person(admin.client, undefined, roles) };
  }

  async #person(by: Client, tenant_id: string | undefined, roles: readonly RoleName[]): Promise<Person> {
    const email = `${unique()}@example.test`;
    const made = await by.expect(201, "POST", "/admin/users", {
      email,
      name: `Person ${email}`,
      roles,
      ...(tenant_id === undefined ? {} : { tenant_id }),
    });
    const { client, password } = await firstLogin(this.open, email, made.temporary_password);
    return { id: made.id, email, password, client };
  }
}

/** Logs in with the first password and changes it, as everybody must. */
export async function firstLogin(
  open: Client,
  email: string,
  first_password: string,
): Promise<{ client: Client; password: string }> {
  const { access_token } = await open.expect(200, "POST", "/auth/login", { email, password: first_password });
  const password = `correct-horse-${unique()}`;
  await open
    .as(access_token)
    .expect(204, "POST", "/auth/password", { current_password: first_password, new_password: password });
  const again = await open.expect(200, "POST", "/auth/login", { email, password });
  return { client: open.as(again.access_token), password };
}

export function unique(): string {
  return randomBytes(6).toString("hex");
}
