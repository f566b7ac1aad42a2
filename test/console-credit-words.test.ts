import { expect, test } from "vitest";

import { creditWords } from "../console/src/lib/credit-words.ts";

test("the credit has separators and a currency's sign, and what a provider writes otherwise stays", () => {
  expect(creditWords({ amount: "1841", unit: "messages" })).toBe("1,841 messages");
  expect(creditWords({ amount: "1", unit: "credits" })).toBe("1 credit");
  expect(creditWords({ amount: "99.50", unit: "EUR" })).toBe("€99.50");
  expect(creditWords({ amount: "12.5", unit: "units" })).toBe("12.5 units");
  expect(creditWords({ amount: "unlimited", unit: "messages" })).toBe("unlimited messages");
});
