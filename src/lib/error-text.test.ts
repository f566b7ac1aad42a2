import { expect, test } from "vitest";

import { errorTrace, errorText, reasonOf } from "./error-text.ts";

const aboutData = Object.assign(new Error('invalid input syntax for type bigint: "+4915112345678"'), { code: "22P02" });

test("a data error is reported by its code, without the value that its message quotes", () => {
  expect(errorText(aboutData)).toBe("22P02");
  const trace = errorTrace(aboutData);
  expect(trace).toMatch(/^22P02\n\s+at /);
  expect(trace).not.toContain("4915112345678");
});

test("none of the lines of a data error's message is in the trace", () => {
  const error = Object.assign(new Error("bad value:\nHello\nAnna"), { code: "22021" });
  expect(errorTrace(error)).not.toMatch(/Hello|Anna/);
});

test.each([
  [
    Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" }),
    "Error: connect ECONNREFUSED 127.0.0.1:5432",
  ],
  [Object.assign(new Error("deadlock detected"), { code: "40P01" }), "Error: deadlock detected"],
  ["a string", "a string"],
  [null, "null"],
  [undefined, "undefined"],
])("an error that quotes no data is shown in full: %s", (error, words) => {
  expect(errorText(error)).toBe(words);
});

test("the value that the message quotes is not shown to the caller, either", () => {
  expect(reasonOf(aboutData)).toBe("PostgreSQL refused a value (22P02)");
  expect(reasonOf(new AggregateError([aboutData], ""))).toBe("PostgreSQL refused a value (22P02)");
});

test.each([
  [new Error("no such host"), "no such host"],
  [Object.assign(new Error(""), { code: "ECONNREFUSED" }), "ECONNREFUSED"],
  [
    new AggregateError([new Error("refused by ::1"), new Error("refused by 127.0.0.1")], ""),
    "refused by ::1; refused by 127.0.0.1",
  ],
  ["a string", "a string"],
  [null, "null"],
])("a caller gets the reason without the error class: %s", (error, words) => {
  expect(reasonOf(error)).toBe(words);
});
