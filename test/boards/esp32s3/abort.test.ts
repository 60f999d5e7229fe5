import { onAbort } from "../../../src/boards/esp32s3/abort";

type Hook = (status: unknown, exception: unknown) => void;
const hook = () => (globalThis as unknown as { abort: Hook }).abort;

describe("when XS gives up", () => {
  const seen: string[] = [];
  beforeEach(() => {
    seen.length = 0;
  });
  afterEach(() => {
    delete (globalThis as { abort?: Hook }).abort;
  });

  test("the reason is told, then the chip starts anew", () => {
    onAbort(
      (reason) => seen.push(reason),
      () => seen.push("restart"),
    );
    hook()("unhandled exception", new Error("boom"));
    expect(seen).toEqual([expect.stringMatching(/^unhandled exception: boom /), "restart"]);
  });

  test("it starts anew all the same where nothing can be told any more", () => {
    onAbort(
      () => {
        throw new Error("no memory");
      },
      () => seen.push("restart"),
    );
    expect(() => hook()("not enough memory", undefined)).toThrow("no memory");
    expect(seen).toEqual(["restart"]);
  });
});
