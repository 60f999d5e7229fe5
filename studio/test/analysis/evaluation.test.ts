import { Evaluations } from "../../src/analysis/evaluation";

jest.setTimeout(60_000);

const library = [
  { name: "yes", language: "en", utterances: ["yes please", "gladly", "that is fine"] },
  { name: "no", language: "en", utterances: ["no thanks", "rather not", "never"] },
];
const utterances = [{ text: "yes please", intent: "yes", language: "en" }];

test("evaluations go one after the other, and a fault of one is not that of the next", async () => {
  const evaluations = new Evaluations();
  const wrong = evaluations.run({ library: null as never, language: "en", utterances: null });
  const right = evaluations.run({ library, language: "en", utterances });
  await expect(wrong).rejects.toThrow();
  expect((await right).utterances).toBe(1);
});

test("so many wait and no more", async () => {
  const evaluations = new Evaluations();
  const four = Array.from({ length: 4 }, () => evaluations.run({ library, language: "en", utterances }));
  await expect(evaluations.run({ library, language: "en", utterances })).rejects.toMatchObject({
    code: "RATE_LIMITED",
  });
  await Promise.all(four);
  expect((await evaluations.run({ library, language: "en", utterances: null })).utterances).toBe(6);
});

test("a studio that stops waits for none of them, and says so to all who wait", async () => {
  const evaluations = new Evaluations();
  const many = { library, language: "en", utterances: Array.from({ length: 2_000 }, () => utterances[0]!) };
  const waiting = [evaluations.run(many), evaluations.run(many), evaluations.run(many)];
  const told = Promise.allSettled(waiting);
  await new Promise((done) => setTimeout(done, 50));
  await evaluations.stop();
  for (const one of await told) expect(one).toMatchObject({ status: "rejected", reason: { code: "SHUTTING_DOWN" } });
  await expect(evaluations.run(many)).rejects.toMatchObject({ code: "SHUTTING_DOWN" });
});
