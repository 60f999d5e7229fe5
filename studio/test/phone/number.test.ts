import { normalNumber } from "../../src/phone/number";

describe("telephone numbers", () => {
  test.each([
    ["+49 30 123456", "+4930123456"],
    ["0049 (30) 123-456", "+4930123456"],
    ["+855.12/345678", "+85512345678"],
  ])("%s is read as %s", (text, number) => expect(normalNumber(text)).toBe(number));

  test.each(["030 123456", "", "+", "+0123456789", "+49", "+4930123456x", "+1234567890123456", "١٢٣٤٥٦٧٨"])(
    "%p is refused: a country cannot be guessed",
    (text) => expect(normalNumber(text)).toBeNull(),
  );
});
