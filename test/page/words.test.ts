/** The words of both languages. That they have the same shape is the compiler's business. */
import { MEANINGS } from "../../src/page/unit/meanings";
import { en } from "../../src/page/words/en";
import { km } from "../../src/page/words/km";

/** Every text, functions called with figures and names. */
function texts(words: unknown, path = ""): [path: string, text: string][] {
  if (typeof words === "string") return [[path, words]];
  if (typeof words === "function") return [[path, String(words(3, 7, 9))]];
  return Object.entries(words as object).flatMap(([key, inner]) => texts(inner, `${path}.${key}`));
}

const NAMES = /Wi-Fi|MQTT|DrowsyGuard|PERCLOS|PSRAM|TLS/;

test("every Khmer text is Khmer, but for names and empty rules", () => {
  const foreign = texts(km).filter(([, text]) => !/[\u1780-\u17ff]/.test(text) && text !== "" && !NAMES.test(text));
  expect(foreign).toEqual([]);
});

test("Khmer text holds no English words but the field's own names", () => {
  const known =
    /^(?:Wi|Fi|MQTT|DrowsyGuard|PERCLOS|PSRAM|TLS|QoS|JPEG|BOOT|CA|PEM|ASCII|WebSocket|replay|monitor|heap|last|will|auto|manual|tls|wss|ms|kB|IPv|status|Z|z|a|A)$/;
  const words = texts(km).flatMap(([, text]) => text.match(/[A-Za-z]+/g) ?? []);
  expect([...new Set(words)].filter((word) => !known.test(word))).toEqual([]);
});

test("no text is empty in one language and there in the other", () => {
  const english = new Map(texts(en));
  for (const [path, text] of texts(km)) {
    if (path.startsWith(".wifi.reasons")) continue;
    expect([path, english.get(path) === ""]).toEqual([path, text === ""]);
  }
});

test("every meaning is there", () => {
  for (const meaning of Object.values(MEANINGS)) expect(meaning).not.toBe("");
});
