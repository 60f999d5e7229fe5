import type { CardState } from "../../src/announce/captures";
import { type CaptureStore, cardGroup, eventRoutes } from "../../src/control/events";
import type { HttpError } from "../../src/http/error";
import type { Request } from "../../src/http/request";

const STATE: CardState = {
  mounted: true,
  name: "card",
  total: 8_000_000_000,
  free: 3 * 1024 * 1024 + 1,
  error: "",
  events: 7,
  stored: 2,
  dropped: 1,
};
const ENTRY = { id: "00000006", uptime_ms: 5, size: 10, risk: 0.5, perclos: 0.25, reason: "drowsy" } as const;

function rig(changed: Partial<CaptureStore> = {}) {
  const asked: [number, number][] = [];
  const opened: string[] = [];
  const routes = eventRoutes({
    state: STATE,
    page: async (skip, limit) => {
      asked.push([skip, limit]);
      return [ENTRY];
    },
    open: async (id) => {
      opened.push(id);
      return id === ENTRY.id ? Uint8Array.of(0xff, 0xd8) : null;
    },
    clear: async () => 7,
    ...changed,
  });
  const call = async (path: string, query = "") =>
    routes.find((route) => route.path === path)!.handler({ query } as Request);
  const refused = (path: string, query: string): Promise<HttpError> =>
    call(path, query).then(
      () => Promise.reject(),
      (error) => error,
    );
  return { call, refused, asked, opened };
}

describe("GET /api/events", () => {
  test("is the document, with the facts of each capture", async () => {
    const { body } = await rig().call("/api/events", "skip=3");
    expect(JSON.parse(body as string)).toEqual({
      card: { mounted: true, name: "card", total: 8_000_000_000, free: 3 * 1024 * 1024 + 1, error: "" },
      total: 7,
      skip: 3,
      stored: 2,
      dropped: 1,
      events: [ENTRY],
    });
  });

  test.each([
    ["", [0, 24]],
    ["limit=1", [0, 1]],
    ["limit=0", [0, 1]],
    ["limit=-7", [0, 1]],
    ["limit=48", [0, 48]],
    ["limit=49", [0, 48]],
    ["limit=99999999999999999999", [0, 48]],
    ["skip=-1", [0, 24]],
    ["skip=9999999999999999999999", [Number.MAX_SAFE_INTEGER, 24]],
    ["skip=10&limit=5", [10, 5]],
  ])("with '%s' asks for skip and limit %j", async (query, expected) => {
    const { call, asked } = rig();
    await call("/api/events", query);
    expect(asked).toEqual([expected]);
  });

  test.each([
    ["skip=x", "skip"],
    ["skip=", "skip"],
    ["limit=2.5", "limit"],
    ["limit=1e3", "limit"],
  ])("refuses '%s'", async (query, field) => {
    const { refused, asked } = rig();
    expect(await refused("/api/events", query)).toMatchObject({ status: 400, field });
    expect(asked).toEqual([]);
  });
});

describe("GET /api/event", () => {
  test("is the JPEG", async () => {
    const response = await rig().call("/api/event", "id=00000006");
    expect(response).toMatchObject({ status: 200, headers: { "Content-Type": "image/jpeg" } });
    expect(response.body).toEqual(Uint8Array.of(0xff, 0xd8));
  });

  test.each(["", "id=", "other=1"])("without an id ('%s') is 400", async (query) => {
    expect(await rig().refused("/api/event", query)).toMatchObject({ status: 400, field: "id" });
  });

  test.each(["id=7", "id=../x", "id=%2e%2e%2fstore", "id=00000006.JPG"])("with '%s' is 404", async (query) => {
    expect((await rig().refused("/api/event", query)).status).toBe(404);
  });
});

test("POST /api/events/clear says how many were deleted", async () => {
  const { body } = await rig().call("/api/events/clear");
  expect(JSON.parse(body as string)).toEqual({ cleared: 7 });
});

test("the card group of the status counts whole MiB", () => {
  expect(cardGroup(STATE)).toEqual({ mounted: true, events: 7, free_mb: 3, stored: 2 });
});
