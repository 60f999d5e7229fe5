import { Type } from "@sinclair/typebox";
import { Timestamp, VersionNumber } from "../../src/http/schema";
import { compileValidator } from "../../src/http/validator";

const schema = Type.Object({ at: Type.Optional(Timestamp), version: Type.Optional(VersionNumber) });
const check = (value: object) =>
  (compileValidator({ schema, httpPart: "querystring", method: "GET", url: "/" }) as (v: unknown) => { error?: Error })(
    value,
  );

test("an instant is taken as RFC 3339 has it", () => {
  for (const at of ["2026-11-21T08:00:00Z", "2026-11-21T08:00:00.123456+14:00", "0871-04-10t23:07:26-03:30"]) {
    expect(check({ at }).error).toBeUndefined();
  }
});

test("what looks like an instant and no clock or database can hold is refused before it gets there", () => {
  for (const at of [
    "2026-11-21",
    "2026-02-30T08:00:00Z",
    "2016-12-31T23:59:60Z",
    "0000-01-01T00:00:00Z",
    "5365-04-06T00:21:01-20:59",
    "2026-11-21T08:00:00",
  ]) {
    expect([at, check({ at }).error]).toEqual([
      at,
      expect.objectContaining({ findings: [expect.objectContaining({ path: "/at" })] }),
    ]);
  }
});

test("a version is a number that the database can count to", () => {
  expect(check({ version: "2147483647" }).error).toBeUndefined();
  for (const version of ["0", "1.5", "2147483648", "1413802798447", "one"]) {
    expect(check({ version }).error).toMatchObject({ findings: [expect.objectContaining({ path: "/version" })] });
  }
});
