import { notStrictEqual as differs, strictEqual as is, ok, deepStrictEqual as same } from "node:assert";
import { unique } from "../../harness/world";
import type { Check } from "../check";
import type { Item } from "../item";

export const AUTH_CHECKS: readonly Check[] = [
  {
    name: "a new user can only change the password first, and then everything their roles open",
    async run(world) {
      const { admin } = await world.tenant();
      const email = `${unique()}@example.test`;
      const made = await admin.client.expect(201, "POST", "/admin/users", {
        email,
        name: "Ann",
        roles: ["STUDIO_ADMIN"],
      });
      const login = await world.open.expect(200, "POST", "/auth/login", { email, password: made.temporary_password });
      is(login.password_change_required, true);
      is(login.token_type, "Bearer");
      const ann = world.open.as(login.access_token);
      for (const path of ["/admin/users", "/projects", "/auth/sessions"]) {
        const answer = await ann.get(path);
        if (path.startsWith("/auth/")) is(answer.status, 200);
        else same([answer.status, answer.body.code], [403, "PASSWORD_CHANGE_REQUIRED"]);
      }
      is((await ann.get("/auth/session")).body.password_change_required, true);
      const bad = await ann.post("/auth/password", {
        current_password: made.temporary_password,
        new_password: "password1234",
      });
      same([bad.status, bad.body.code, bad.body.findings[0].path], [422, "PASSWORD_REFUSED", "/new_password"]);
      const wrong = await ann.post("/auth/password", { current_password: "not it", new_password: "correct horse 77" });
      same([wrong.status, wrong.body.code], [401, "INVALID_CREDENTIALS"]);
      const repeated = await ann.post("/auth/password", {
        current_password: made.temporary_password,
        new_password: made.temporary_password,
      });
      is(repeated.body.code, "PASSWORD_REFUSED");
      await ann.expect(204, "POST", "/auth/password", {
        current_password: made.temporary_password,
        new_password: "correct horse 77",
      });
      is((await ann.get("/auth/session")).body.code, "TOKEN_REVOKED");
      is(
        (await world.open.post("/auth/login", { email, password: made.temporary_password })).body.code,
        "INVALID_CREDENTIALS",
      );
      const again = await world.open.expect(200, "POST", "/auth/login", {
        email: email.toUpperCase(),
        password: "correct horse 77",
      });
      is(again.password_change_required, false);
      await world.open.as(again.access_token).expect(200, "GET", "/admin/users");
    },
  },
  {
    name: "a session says who one is; a request without a token, or with a wrong one, says how to do better",
    async run(world) {
      const tenant = await world.tenant();
      const session = (await tenant.admin.client.get("/auth/session")).body;
      is(session.user.id, tenant.admin.id);
      same(session.user.roles, ["STUDIO_ADMIN"]);
      same(session.tenant, { id: tenant.id, name: tenant.name, time_zone: "Europe/Berlin", is_operator: false });
      const none = await world.open.get("/auth/session");
      same([none.status, none.body.code, none.headers.get("www-authenticate")], [401, "TOKEN_MISSING", "Bearer"]);
      const token = tenant.admin.client.token!;
      const forged = `${token.slice(0, -6)}AAAAAA`;
      for (const wrong of [forged, "x", token.split(".").slice(0, 2).join("."), `${token}x`]) {
        const answer = await world.open.as(wrong).get("/auth/session");
        same([answer.status, answer.body.code], [401, "TOKEN_INVALID"]);
        ok(answer.headers.get("www-authenticate")!.includes("invalid_token"));
      }
    },
  },
  {
    name: "a refresh token is good once; the second use ends the session, and its access token with it",
    async run(world) {
      const tenant = await world.tenant();
      const { email, password } = tenant.admin;
      const login = await world.open.expect(200, "POST", "/auth/login", { email, password });
      const next = await world.open.expect(200, "POST", "/auth/refresh", { refresh_token: login.refresh_token });
      differs(next.refresh_token, login.refresh_token);
      is(next.session_id, login.session_id);
      const client = world.open.as(next.access_token);
      await client.expect(200, "GET", "/auth/session");
      // A guess with the right session id must not end it.
      const guess = `${next.refresh_token.slice(0, -5)}AAAAA`;
      is((await world.open.post("/auth/refresh", { refresh_token: guess })).body.code, "TOKEN_INVALID");
      await client.expect(200, "GET", "/auth/session");
      const stolen = await world.open.post("/auth/refresh", { refresh_token: login.refresh_token });
      same([stolen.status, stolen.body.code], [401, "TOKEN_REVOKED"]);
      is((await client.get("/auth/session")).body.code, "TOKEN_REVOKED");
      is((await world.open.post("/auth/refresh", { refresh_token: next.refresh_token })).body.code, "TOKEN_REVOKED");
      is((await world.open.post("/auth/refresh", { refresh_token: "garbage" })).body.code, "TOKEN_INVALID");
    },
  },
  {
    name: "of ten who exchange one refresh token at the same time one at most gets tokens, and the session is over",
    async run(world) {
      const { email, password } = (await world.tenant()).admin;
      const login = await world.open.expect(200, "POST", "/auth/login", { email, password });
      const body = { refresh_token: login.refresh_token };
      const answers = await Promise.all(Array.from({ length: 10 }, () => world.open.post("/auth/refresh", body)));
      is(answers.filter(({ status }) => status === 200).length, 1);
      is((await world.open.as(login.access_token).get("/auth/session")).body.code, "TOKEN_REVOKED");
    },
  },
  {
    name: "one sees one's own sessions, ends one of them, and logs out",
    async run(world) {
      const { client, email, password } = (await world.tenant()).admin;
      const other = await world.open.expect(
        200,
        "POST",
        "/auth/login",
        { email, password },
        { headers: { "user-agent": "phone" } },
      );
      const { items } = (await client.get("/auth/sessions")).body;
      is(items.length, 2);
      const phone = items.find((item: Item) => item.user_agent === "phone");
      same([phone.id, phone.current], [other.session_id, false]);
      await client.expect(204, "DELETE", `/auth/sessions/${phone.id}`);
      is((await world.open.as(other.access_token).get("/auth/session")).body.code, "TOKEN_REVOKED");
      is((await client.delete(`/auth/sessions/${phone.id}`)).status, 404);
      const stranger = (await world.tenant()).admin.client;
      is((await stranger.delete(`/auth/sessions/${items.find((item: Item) => item.current).id}`)).status, 404);
      await client.expect(204, "POST", "/auth/logout");
      is((await client.get("/auth/session")).body.code, "TOKEN_REVOKED");
    },
  },
  {
    name: "a disabled account is out at its next request, cannot come back, and is told so only with the right password",
    async run(world) {
      const tenant = await world.tenant();
      const bob = await tenant.person("STUDIO_PROJECT");
      const login = await world.open.expect(200, "POST", "/auth/login", { email: bob.email, password: bob.password });
      await tenant.admin.client.expect(200, "PATCH", `/admin/users/${bob.id}`, { disabled: true });
      same(
        [(await bob.client.get("/auth/session")).status, (await bob.client.get("/projects")).body.code],
        [403, "ACCOUNT_DISABLED"],
      );
      is(
        (await world.open.post("/auth/refresh", { refresh_token: login.refresh_token })).body.code,
        "ACCOUNT_DISABLED",
      );
      const right = await world.open.post("/auth/login", { email: bob.email, password: bob.password });
      same([right.status, right.body.code], [403, "ACCOUNT_DISABLED"]);
      is(
        (await world.open.post("/auth/login", { email: bob.email, password: "guess" })).body.code,
        "INVALID_CREDENTIALS",
      );
      await tenant.admin.client.expect(200, "PATCH", `/admin/users/${bob.id}`, { disabled: false });
      is((await bob.client.get("/auth/session")).body.code, "TOKEN_REVOKED");
      await world.open.expect(200, "POST", "/auth/login", { email: bob.email, password: bob.password });
    },
  },
  {
    name: "roles that are taken away or given count at the next request",
    async run(world) {
      const tenant = await world.tenant();
      const bob = await tenant.person("STUDIO_ADMIN");
      await bob.client.expect(200, "GET", "/admin/users");
      await tenant.admin.client.expect(200, "PATCH", `/admin/users/${bob.id}`, { roles: ["STUDIO_MONITORING"] });
      same([(await bob.client.get("/admin/users")).body.code], ["FORBIDDEN"]);
      await tenant.admin.client.expect(200, "PATCH", `/admin/users/${bob.id}`, {
        roles: ["STUDIO_MONITORING", "STUDIO_ADMIN"],
      });
      await bob.client.expect(200, "GET", "/admin/users");
    },
  },
  {
    name: "wrong passwords slow down the guesser, whether the account exists or not; the wait is said",
    async run(world) {
      const bob = await (await world.tenant()).person();
      for (const email of [bob.email, `${unique()}@example.test`]) {
        for (let i = 0; i < 6; i++) {
          const answer = await world.open.post("/auth/login", { email, password: `guess ${i}` });
          same([answer.status, answer.body.code], [401, "INVALID_CREDENTIALS"]);
        }
        const answer = await world.open.post("/auth/login", { email, password: "guess" });
        same([answer.status, answer.body.code], [429, "LOGIN_THROTTLED"]);
        const wait_s = Number(answer.headers.get("retry-after"));
        ok(wait_s >= 1 && wait_s <= 2, String(wait_s));
      }
    },
  },
  {
    name: "thirty guesses at the same time do not slip through together",
    async run(world) {
      const bob = await (await world.tenant()).person();
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, i) =>
          world.open.post("/auth/login", { email: bob.email, password: `guess ${i}` }),
        ),
      );
      const tried = answers.filter(({ body }) => body.code === "INVALID_CREDENTIALS").length;
      // Six go through at once; a seventh may where two seconds have passed.
      ok(tried >= 6 && tried <= 8, `${tried} went through`);
    },
  },
  {
    name: "the keys that verify tokens are public, and only their public halves",
    async run(world) {
      const { keys } = (await world.open.get("//.well-known/jwks.json")).body;
      ok(keys.length >= 1);
      const { kid } = JSON.parse(Buffer.from(world.operator.token!.split(".")[0]!, "base64url").toString());
      ok(keys.some((key: Item) => key.kid === kid));
      for (const key of keys) same([key.kty, key.crv, "d" in key], ["OKP", "Ed25519", false]);
    },
  },
  {
    name: "log-ins are written down: where from, with what, and how they ended",
    async run(world) {
      const tenant = await world.tenant();
      const bob = await tenant.person();
      await world.open.post(
        "/auth/login",
        { email: bob.email, password: "guess" },
        { headers: { "user-agent": "guesser" } },
      );
      const history = (await tenant.admin.client.get(`/admin/login-history?user_id=${bob.id}`)).body.items;
      same(
        history.map(({ outcome }: Item) => outcome),
        ["wrong_password", "success", "success"],
      );
      same([history[0].user_agent, history[0].address, history[0].email], ["guesser", "127.0.0.1", bob.email]);
      const failed = (await tenant.admin.client.get("/admin/login-history?outcome=wrong_password")).body.items;
      is(failed.length, 1);
      same((await (await world.tenant()).admin.client.get(`/admin/login-history?user_id=${bob.id}`)).body.items, []);
    },
  },
];
