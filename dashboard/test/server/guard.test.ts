import type { IncomingMessage } from "node:http";
import { assertOwn } from "../../src/server/guard";

function status(method: string, host: string, origin?: string, bound = "127.0.0.1"): number {
  try {
    assertOwn({ method, headers: { host, origin } } as IncomingMessage, bound);
    return 200;
  } catch (error) {
    return (error as { status: number }).status;
  }
}

test("a page of another origin may not change anything", () => {
  expect(status("POST", "127.0.0.1:8000")).toBe(200);
  expect(status("POST", "127.0.0.1:8000", "http://127.0.0.1:8000")).toBe(200);
  expect(status("POST", "127.0.0.1:8000", "http://localhost:8000")).toBe(403);
  expect(status("POST", "127.0.0.1:8000", "http://127.0.0.1:8001")).toBe(403);
  expect(status("POST", "127.0.0.1:8000", "https://elsewhere.example")).toBe(403);
  expect(status("POST", "127.0.0.1:8000", "null")).toBe(403);
});

test("a public name that was pointed at this computer is not answered: its page could watch the camera", () => {
  for (const host of ["rebound.example", "rebound.example:8000", "127.0.0.1.rebound.example:8000"]) {
    expect(status("GET", host)).toBe(403);
    expect(status("POST", host, `http://${host}`)).toBe(403);
  }
});

test("addresses, bare names and the name that was bound to are", () => {
  for (const host of ["localhost:8000", "127.0.0.1", "[::1]:8000", "192.168.1.7:8000", "desk:8000", "a.localhost"]) {
    expect(status("GET", host)).toBe(200);
  }
  expect(status("GET", "desk.home.example:8000", undefined, "desk.home.example")).toBe(200);
});
