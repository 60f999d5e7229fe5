/** Tests mirror `src`; TypeScript is transformed by esbuild (types are checked by `make lint`). */
module.exports = {
  testEnvironment: "node",
  roots: ["<rootDir>/test", "<rootDir>/tools", "<rootDir>/dashboard/test", "<rootDir>/studio/test"],
  testMatch: ["**/*.test.ts"],
  testPathIgnorePatterns: ["/node_modules/", "/build/", "/data/"],
  modulePathIgnorePatterns: ["<rootDir>/build/", "<rootDir>/data/"],
  setupFilesAfterEnv: ["<rootDir>/tools/jest/retry.js"],
  transform: { "\\.ts$": "<rootDir>/tools/jest/transform.js" },
};
