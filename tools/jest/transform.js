/**
 * Jest transformer: one TypeScript file in, CommonJS out, with inline source map.
 * TypeScript 7 has no JavaScript API to build one on, and esbuild is here already.
 */
const { transformSync } = require("esbuild");
const { createHash } = require("node:crypto");

module.exports = {
  process(source, path) {
    const { code } = transformSync(source, {
      loader: "ts",
      format: "cjs",
      target: "node20",
      sourcefile: path,
      sourcemap: "inline",
    });
    return { code };
  },
  getCacheKey(source, path) {
    return createHash("sha256").update(path).update("\0").update(source).digest("hex");
  },
};
