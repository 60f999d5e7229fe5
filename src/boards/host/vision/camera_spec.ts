/** What `--camera` may say. */
export type CameraSpec =
  | { readonly kind: "sim"; readonly scene: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "device"; readonly device: string };

/** Reads `sim:SCENE`, `file:PATH` or `v4l2:DEV`; throws an Error of one line that names the flag. */
export function parseCamera(text: string): CameraSpec {
  const colon = text.indexOf(":");
  const rest = text.slice(colon + 1);
  if (colon > 0 && rest !== "") {
    switch (text.slice(0, colon)) {
      case "sim":
        return { kind: "sim", scene: rest };
      case "file":
        return { kind: "file", path: rest };
      case "v4l2":
        return { kind: "device", device: rest };
    }
  }
  throw new Error(`--camera must be sim:SCENE, file:PATH or v4l2:DEV, not '${text}'`);
}
