import { jambonzFrom, missingGateway } from "../../../src/voice/jambonz/configure";

const whole = {
  STUDIO_JAMBONZ_API_URL: "https://jambonz.example/v1",
  STUDIO_JAMBONZ_ACCOUNT_SID: "acc",
  STUDIO_JAMBONZ_TOKEN: "t0ken",
  STUDIO_JAMBONZ_WEBHOOK_SECRET: "new, old",
  STUDIO_JAMBONZ_SYNTHESIS_VENDOR: "google",
  STUDIO_JAMBONZ_SYNTHESIS_VOICE: "en-US-Standard-C",
  STUDIO_JAMBONZ_RECOGNIZER_VENDOR: "google",
  STUDIO_PUBLIC_URL: "https://studio.example/",
};

test("jambonz is set up by the environment, once for a program", () => {
  const jambonz = jambonzFrom(whole);
  expect(jambonz?.secrets).toEqual(["new", "old"]);
  expect(jambonz?.hooksUrl("c1")).toBe("https://studio.example/api/v1/voice/jambonz/calls/c1");
  expect(jambonzFrom(whole)).toBe(jambonz);
  expect(jambonzFrom({})).toBeNull();
});

test("what is missing or no URL is named, and no secret is", () => {
  const { STUDIO_JAMBONZ_TOKEN: _token, STUDIO_PUBLIC_URL: _url, ...half } = whole;
  expect(() => jambonzFrom(half)).toThrow("jambonz needs STUDIO_JAMBONZ_TOKEN, STUDIO_PUBLIC_URL as well");
  expect(() => jambonzFrom({ ...whole, STUDIO_PUBLIC_URL: "studio.example" })).toThrow(
    "STUDIO_PUBLIC_URL must be a URL such as https://voice.example, not 'studio.example'",
  );
});

test("a gateway that is not there fails every call, and says why", async () => {
  const placed = await missingGateway("not set up").placeCall({} as never, new AbortController().signal);
  expect(placed).toMatchObject({ kind: "ended", end: { outcome: "failed", reason: "not set up" } });
});
