import { expect, test } from "vitest";

import { refuseAmbiguous } from "./read-cell.ts";

test("a number with a dot in front of three digits is refused where commas are in numbers, and nowhere else", () => {
  for (const delimiter of [";", "\t"])
    for (const number of ["1.234", "-12.345", "1.234.567"])
      expect(() => refuseAmbiguous(number, { delimiter }), number).toThrow("a thousand or a fraction");
  for (const number of ["1234", "1.2340", "1.5", "3,5", "1234.567"])
    expect(() => refuseAmbiguous(number, { delimiter: ";" }), number).not.toThrow();
  expect(() => refuseAmbiguous("1.234", { delimiter: "," })).not.toThrow();
});
