import { expect, test } from "vitest";

import { http } from "./adapters/http.ts";
import { readDsn } from "./read-dsn.ts";
import { readStoredSettings } from "./stored-settings.ts";

const FINDERS = ["ok", "id", "segments", "channel", "code", "reason", "balance"];

test("a regular expression, which may take for ever, is accepted from the operator and not from the API", () => {
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
