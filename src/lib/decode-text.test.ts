import { expect, test } from "vitest";

import { charsetIn, decodeForm, decodeText } from "./decode-text.ts";

const latin1 = (text: string): Uint8Array => Buffer.from(text, "latin1");

test("UTF-8 is read as UTF-8 even if declared otherwise, and anything else as declared or as Windows-1252", () => {
  expect(decodeText(Buffer.from("ARRÊT €"), "iso-8859-1")).toBe("ARRÊT €");
  expect(decodeText(latin1("ARRÊT"))).toBe("ARRÊT");
  expect(decodeText(latin1("ARRÊT"), "utf-8")).toBe("ARRÊT");
  expect(decodeText(latin1("ARRÊT"), "no-such")).toBe("ARRÊT");
  expect(decodeText(Buffer.from([0xd1, 0xd2, 0xce, 0xcf]), "windows-1251")).toBe("СТОП");
  expect(decodeText(Buffer.from("NO MÁS СТОП €").subarray(0, -1))).toBe("NO MÁS СТОП \uFFFD");
});

test.each([
  ["text=ARR%CAT&from=%2B33612345678", undefined, "ARRÊT"],
  ["from=%2B33612345678&text=ARR%C3%8AT", undefined, "ARRÊT"],
  ["from=%2B33612345678&text=NO+M%C1S+%80", undefined, "NO MÁS €"],
  ["from=%2B33612345678&text=%D1%D2%CE%CF", "windows-1251", "СТОП"],
  ["from=%2B33612345678&text=ARR%C3%8AT&name=%ED%A0%BD", undefined, "ARRÊT"],
  ["from=%2B33612345678&text=%D0%A1%D0%A2%D0%9E%D0%9F%D0", "utf-8", "СТОП\uFFFD"],
  ["from=%2B33612345678&text=a%26b%3D%CA%26", undefined, "a&b=Ê&"],
  ["from=%2B33612345678&text=100%+%zz", undefined, "100% %zz"],
])("the form %s (%s) is read as it was meant", (form, charset, text) => {
  const fields = decodeForm(form, charset);
  expect([fields.get("text"), fields.get("from")]).toEqual([text, "+33612345678"]);
});

test("the charset of a media type is found with and without quotes", () => {
  expect(charsetIn('text/plain;charset="ISO-8859-15"')).toBe("ISO-8859-15");
  expect(charsetIn("application/json; charset=utf-8")).toBe("utf-8");
  expect([charsetIn("application/json"), charsetIn(null)]).toEqual([undefined, undefined]);
});
