const FILES: Readonly<Record<string, string>> = {
  "index.html": "<!doctype html>",
  "index.html.gz": "compressed",
  "favicon.ico": "icon",
};

/** Files in flash; as there, what is made is the bytes. */
export default class Resource extends ArrayBuffer {
  constructor(name: string) {
    const text = FILES[name];
    if (text === undefined) throw new Error(`Resource not found: ${name}`);
    super(text.length);
    new Uint8Array(this).set(Array.from(text, (character) => character.charCodeAt(0)));
  }
}
