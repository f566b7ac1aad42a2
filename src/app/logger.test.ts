import { expect, test } from "vitest";

import { plainLine } from "./logger.ts";

test("a human-readable line is one line with any content, and controls no terminal", () => {
  const error = new Error("it broke\n    at somewhere");
  expect(plainLine("warn", "the line is down", { error, left: 3 })).toBe(
    "warning: the line is down (error: it broke, left: 3)",
  );
  expect(plainLine("error", "odd\u001b[2J\r\nname")).toBe("ERROR: odd [2J  name");
  expect(plainLine("info", "stopped")).toBe("stopped");
  expect(plainLine("info", "nothing", { value: undefined })).toBe("nothing (value: )");
});
