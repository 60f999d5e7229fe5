import { isAuthFailure, reasonText } from "../../src/wifi/reasons";

describe("the reason of a failure", () => {
  test("is a sentence for every code that a radio can give, and empty for none", () => {
    expect(reasonText(0)).toBe("");
    for (let code = 1; code < 256; code++) expect(reasonText(code)).toMatch(/^[A-Z].+\.$/);
    expect(reasonText(15)).toBe("The passphrase is wrong.");
    expect(reasonText(201)).toBe("No such network is in range.");
    expect(reasonText(99)).toBe("The connection ended with reason 99.");
  });

  test("is an authentication failure where the credentials were the matter", () => {
    const codes = Array.from({ length: 256 }, (_, code) => code).filter(isAuthFailure);
    expect(codes).toEqual([14, 15, 17, 23, 202, 204]);
  });
});
