import { expect, test } from "vitest";

import { http } from "./adapters/http.ts";
import { readDsn } from "./read-dsn.ts";
import { readStoredSettings } from "./stored-settings.ts";

const FINDERS = ["ok", "id", "segments", "channel", "code", "reason", "balance"];

test("a regular expression, which may take forever, is accepted from the operator and not from the API", () => {
  const values = { host: "api.example.com", body: '{"to":"{to}","text":"{text}"}', id: "/id" };
  expect(readStoredSettings(http, "one", values).ok).toBe(true);
  for (const finder of FINDERS) {
    const reading = readStoredSettings(http, "one", { ...values, [finder]: "~(a+)+$" });
    expect(reading).toMatchObject({
      ok: false,
      issues: [{ part: finder, message: "may begin with ~ in TIDINGS_GATEWAY only" }],
    });
  }
  const dsn = 'https://api.example.com/?body={"to":"{to}","text":"{text}"}&id=~(a)$';
  expect(readDsn(dsn, [http]).ok).toBe(true);
});

test("a number outside its limits is refused with the wording that the API uses for its own parameters", () => {
  const values = { host: "api.example.com", body: '{"to":"{to}","text":"{text}"}', id: "/id" };
  const issuesOf = (given: Record<string, string>) => readStoredSettings(http, "one", { ...values, ...given });
  expect(issuesOf({ window: "0" })).toMatchObject({ issues: [{ part: "window", message: "must be at least 1" }] });
  expect(issuesOf({ timeout: "500" })).toMatchObject({ issues: [{ part: "timeout", message: "must be at most 120" }] });
});
