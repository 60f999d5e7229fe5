import { generateKeyPair, type KeyLike, SignJWT, UnsecuredJWT } from "jose";
import { freshRefreshToken, readRefreshToken } from "../../src/auth/refresh_token";
import { ACCESS_LIFETIME_S, AUDIENCE, ISSUER, type KeySource, signAccess, verifyAccess } from "../../src/auth/token";

const claims = {
  user_id: "01900000-0000-7000-8000-000000000001",
  tenant_id: "01900000-0000-7000-8000-000000000002",
  session_id: "01900000-0000-7000-8000-000000000003",
};
const NOW_MS = Date.UTC(2026, 0, 15);
let keys: KeySource;
let private_key: KeyLike;

beforeAll(async () => {
  const pair = await generateKeyPair("EdDSA");
  private_key = pair.privateKey as KeyLike;
  keys = {
    signing: async () => ({ kid: "one", private_key }),
    verifying: async (kid) => (kid === "one" ? (pair.publicKey as KeyLike) : null),
  };
});

test("a token tells who it is for until it runs out", async () => {
  const token = await signAccess(keys, claims, NOW_MS);
  expect(await verifyAccess(keys, token, NOW_MS)).toEqual(claims);
  expect(await verifyAccess(keys, token, NOW_MS + (ACCESS_LIFETIME_S - 1) * 1000)).toEqual(claims);
  expect(await verifyAccess(keys, token, NOW_MS + (ACCESS_LIFETIME_S + 6) * 1000)).toBe("TOKEN_EXPIRED");
});

test("a token holds no role and no address", async () => {
  const token = await signAccess(keys, claims, NOW_MS);
  const payload = JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString());
  expect(Object.keys(payload).sort()).toEqual(["aud", "exp", "iat", "iss", "sid", "sub", "tid"]);
});

test("a key that is gone takes its tokens with it", async () => {
  const token = await signAccess({ ...keys, signing: async () => ({ kid: "two", private_key }) }, claims, NOW_MS);
  expect(await verifyAccess(keys, token, NOW_MS)).toBe("TOKEN_INVALID");
});

describe("forgeries", () => {
  const now_s = NOW_MS / 1000;
  const build = (change: { typ?: string; iss?: string; aud?: string; sub?: string; kid?: string }) =>
    new SignJWT({ tid: claims.tenant_id, sid: claims.session_id })
      .setProtectedHeader({ alg: "EdDSA", typ: change.typ ?? "at+jwt", kid: change.kid ?? "one" })
      .setIssuer(change.iss ?? ISSUER)
      .setAudience(change.aud ?? AUDIENCE)
      .setSubject(change.sub ?? claims.user_id)
      .setIssuedAt(now_s)
      .setExpirationTime(now_s + 60);

  test("the form that the others spoil would pass", async () => {
    expect(await verifyAccess(keys, await build({}).sign(private_key), NOW_MS)).toEqual(claims);
  });
  test.each([{ typ: "JWT" }, { iss: "somebody" }, { aud: "other-api" }, { sub: "root" }, { kid: "../../etc" }])(
    "%j",
    async (change) => {
      expect(await verifyAccess(keys, await build(change).sign(private_key), NOW_MS)).toBe("TOKEN_INVALID");
    },
  );
  test("another key under our kid", async () => {
    const { privateKey } = await generateKeyPair("EdDSA");
    expect(await verifyAccess(keys, await build({}).sign(privateKey), NOW_MS)).toBe("TOKEN_INVALID");
  });
  test("no signature; a shared secret; garbage", async () => {
    const none = new UnsecuredJWT({ tid: claims.tenant_id, sid: claims.session_id })
      .setSubject(claims.user_id)
      .encode();
    const hs = await new SignJWT({}).setProtectedHeader({ alg: "HS256", kid: "one" }).sign(Buffer.alloc(32, 1));
    for (const token of [none, hs, "", "a.b.c", "....", "\u0000", "x".repeat(10_000)]) {
      expect(await verifyAccess(keys, token, NOW_MS)).toBe("TOKEN_INVALID");
    }
  });
  test("a fault of the key store is not the caller's", async () => {
    const broken: KeySource = { ...keys, verifying: () => Promise.reject(new Error("database is gone")) };
    await expect(verifyAccess(broken, await build({}).sign(private_key), NOW_MS)).rejects.toThrow("database is gone");
  });
});

describe("refresh tokens", () => {
  test("a token is found by its session and its hash", () => {
    const token = freshRefreshToken(claims.session_id);
    expect(readRefreshToken(token.text)).toEqual({ session_id: claims.session_id, hash: token.hash });
    expect(freshRefreshToken(claims.session_id).hash).not.toEqual(token.hash);
  });
  test("what is no refresh token is told so without asking the database", () => {
    for (const text of [
      "",
      "dgr_",
      `dgr_${claims.session_id}_short`,
      `${freshRefreshToken(claims.session_id).text}x`,
      "dgr_x_'; DROP TABLE",
    ]) {
      expect(readRefreshToken(text)).toBeNull();
    }
  });
  test("the hash that is stored does not hold the secret", () => {
    const token = freshRefreshToken(claims.session_id);
    expect(token.hash).toHaveLength(32);
    expect(token.hash.toString("base64url")).not.toBe(token.text.slice(-43));
  });
});
