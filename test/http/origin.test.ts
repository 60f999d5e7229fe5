import { isLocalName, isSameOrigin } from "../../src/http/origin";

describe("same origin", () => {
  test.each([
    ["http://192.168.4.1", "192.168.4.1"],
    ["http://192.168.4.1", "192.168.4.1:80"],
    ["http://192.168.4.1:80", "192.168.4.1"],
    ["http://localhost:9000", "localhost:9000"],
    ["HTTP://Unit.Local", "unit.local"],
    ["https://unit.example", "unit.example"],
    ["http://[::1]:8080", "[::1]:8080"],
  ])("%s asks %s", (origin, host) => expect(isSameOrigin(origin, host)).toBe(true));

  test.each([
    ["null", "192.168.4.1"],
    ["", "192.168.4.1"],
    ["http://evil.example", "192.168.4.1"],
    ["http://192.168.4.1:81", "192.168.4.1"],
    ["http://192.168.4.1", "192.168.4.1:8080"],
    ["http://192.168.4.1.evil.example", "192.168.4.1"],
    ["http://192.168.4.1@evil.example", "192.168.4.1"],
    ["file://192.168.4.1", "192.168.4.1"],
    ["http://192.168.4.1/", "192.168.4.1"],
    ["http://192.168.4.1 http://192.168.4.1", "192.168.4.1"],
    ["http://", ""],
  ])("%s is foreign to %s", (origin, host) => expect(isSameOrigin(origin, host)).toBe(false));
});

describe("names of the own network", () => {
  test.each([
    "192.168.4.1",
    "192.168.4.1:8080",
    "[fe80::1]:80",
    "localhost:9000",
    "monitor",
    "Unit.Local:81",
    "unit.local.",
    "cab-7.home.arpa",
    "unit.lan",
    "",
  ])("%s", (host) => expect(isLocalName(host)).toBe(true));

  test.each([
    "evil.example",
    "evil.example:80",
    "evil.example.",
    "192.168.4.1.evil.example",
    "192.168.4.1.5",
    "local.evil.example",
    "notlocal.example",
    "lan.com",
  ])("not %s", (host) => expect(isLocalName(host)).toBe(false));
});
