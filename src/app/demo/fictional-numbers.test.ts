import { expect, test } from "vitest";

import { parsePhone } from "#domain/recipients/phone";

import { fictionalNumbers, MAX_NUMBERS } from "./fictional-numbers.ts";

test("there are as many different numbers as people at most, and each is a possible number", () => {
  const numbers = fictionalNumbers(MAX_NUMBERS);
  expect(new Set(numbers).size).toBe(MAX_NUMBERS);
  const wrong = numbers.filter((number, index) => index % 7 === 0 && parsePhone(number, null).ok !== true);
  expect(wrong).toEqual([]);
});

test("every number is in a range that its regulator reserves for fiction", () => {
  const reserved =
    /^(?:\+1[2-9]\d\d55501\d\d|\+3363998\d{4}|\+447700900\d{3}|\+3532091\d{5}|\+4917139200\d\d|\+467017406(?:0[5-9]|[1-9]\d))$/;
  expect(fictionalNumbers(MAX_NUMBERS).filter((number) => !reserved.test(number))).toEqual([]);
});

test("a shorter list of numbers is the beginning of a longer one", () => {
  expect(fictionalNumbers(700).slice(0, 300)).toEqual(fictionalNumbers(300));
});
