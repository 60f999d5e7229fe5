/** The dashboard's own API, as the page uses it. */

/**
 * @param {Response} response
 * @returns {Promise<any>} the document; throws an Error with the server's own words where it refused
 */
async function read(response) {
  const document = await response.json();
  if (!response.ok) throw new Error(document.error);
  return document;
}

export async function getState() {
  return read(await fetch("/state", { signal: AbortSignal.timeout(5000) }));
}

/**
 * @param {string} path
 * @param {object | string} [body] an object goes as JSON, a string as it is
 */
export async function post(path, body) {
  const text = typeof body === "object" ? JSON.stringify(body) : body;
  return read(await fetch(path, text === undefined ? { method: "POST" } : { method: "POST", body: text }));
}
