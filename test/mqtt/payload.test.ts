import fc from "fast-check";
import { type AlertFacts, alertPayload, statusPayload } from "../../src/mqtt/payload";

const IDENTITY = { device_id: "monitor-0a1b2c", fleet_id: "demo-fleet", remark: "Driver A" };
const FACTS: AlertFacts = { alert: "drowsy", risk: 0.5, perclos: 0.4, alert_count: 3, uptime_ms: 61_234.7 };
const NUMBER = { event_id: "monitor-0a1b2c-00ff-9", seq: 9 };
const alert = (facts: Partial<AlertFacts> = {}, identity = IDENTITY, utc_ms: number | null = null) =>
  JSON.parse(alertPayload({ ...FACTS, ...facts }, NUMBER, identity, utc_ms)!);

test("an alert holds every field of the document, in its order", () => {
  expect(alertPayload(FACTS, NUMBER, IDENTITY, Date.UTC(2026, 0, 2, 3, 4, 5, 678))).toBe(
    '{"schema":"monitor.alert.v1","event_id":"monitor-0a1b2c-00ff-9","seq":9,"device_id":"monitor-0a1b2c",' +
      '"fleet_id":"demo-fleet","remark":"Driver A","alert":"drowsy","severity":"high","risk":0.5,"perclos":0.4,' +
      '"alert_count":3,"uptime_ms":61234,"ts":"2026-01-02T03:04:05.678Z","ts_source":"sntp"}',
  );
});

test("a clock that was never set is not made up", () => {
  expect(alert()).toMatchObject({ ts: "", ts_source: "uptime", uptime_ms: 61_234 });
});

test.each([
  ["microsleep", 0, "critical"],
  ["no_driver", 0, "critical"],
  ["drowsy", 0.85, "high"],
  ["drowsy", 0.8501, "critical"],
  ["drowsy", Number.NaN, "high"],
  ["head_nod", 0.99, "high"],
  ["yawning", 0.99, "medium"],
  ["test", 0.99, "info"],
] as const)("%s with a risk of %d is %s", (token, risk, severity) => {
  expect(alert({ alert: token, risk }).severity).toBe(severity);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  "a risk of %d is published as 0",
  (value) => {
    expect(alert({ risk: value, perclos: value })).toMatchObject({ risk: 0, perclos: 0 });
  },
);

test("shares stay within 0 and 1", () => {
  expect(alert({ risk: 1.2, perclos: -0.1 })).toMatchObject({ risk: 1, perclos: 0 });
});

test("any printable remark comes back as it was, in ASCII", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((c) => String.fromCharCode(c)), maxLength: 47 }),
      (remark) => {
        const identity = { ...IDENTITY, remark };
        const text = alertPayload(FACTS, NUMBER, identity, null)!;
        expect(text).toMatch(/^[ -~]+$/);
        expect(JSON.parse(text).remark).toBe(remark);
      },
    ),
  );
});

test("what would exceed 768 bytes is not made at all", () => {
  const base = alertPayload(FACTS, NUMBER, { ...IDENTITY, remark: "" }, null)!.length;
  const fits = { ...IDENTITY, remark: "r".repeat(768 - base) };
  expect(alertPayload(FACTS, NUMBER, fits, null)).toHaveLength(768);
  expect(alertPayload(FACTS, NUMBER, { ...fits, remark: `${fits.remark}r` }, null)).toBeNull();
});

test("the status holds every field of the document, in its order", () => {
  expect(statusPayload("connected", IDENTITY, 2, { uptime_ms: 99.9, utc_ms: 0 })).toBe(
    '{"schema":"monitor.status.v1","device_id":"monitor-0a1b2c","fleet_id":"demo-fleet","remark":"Driver A",' +
      '"online":true,"reason":"connected","uptime_ms":99,"alert_count":2,"ts":"1970-01-01T00:00:00.000Z"}',
  );
  const now = { uptime_ms: 99, utc_ms: 0 };
  expect(JSON.parse(statusPayload("shutdown", IDENTITY, 2, now))).toMatchObject({ online: false, uptime_ms: 99 });
  expect(JSON.parse(statusPayload("last-will", IDENTITY, 2, now))).toMatchObject({
    online: false,
    uptime_ms: 0,
    alert_count: 0,
    ts: "",
  });
});
