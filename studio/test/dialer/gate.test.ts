import { gate } from "../../src/dialer/gate";

test("so many run at once, the others in their order, whether they fail or not; in between the network has its turn", async () => {
  const through = gate(2);
  const order: string[] = [];
  let running = 0;
  const work = (name: string) => () => {
    running += 1;
    expect(running).toBeLessThanOrEqual(2);
    order.push(name);
    return Promise.resolve().then(() => {
      running -= 1;
      if (name === "b") throw new Error("b fails");
      return name;
    });
  };
  setImmediate(() => order.push("network"));
  const results = await Promise.allSettled(["a", "b", "c", "d", "e"].map((name) => through(work(name))));
  expect(results.map((result) => (result.status === "fulfilled" ? result.value : "failed"))).toEqual([
    "a",
    "failed",
    "c",
    "d",
    "e",
  ]);
  expect(order.filter((name) => name !== "network").join("")).toBe("abcde");
  expect(order.indexOf("network")).toBe(2);
  expect(running).toBe(0);
  expect(await through(work("f"))).toBe("f");
});
