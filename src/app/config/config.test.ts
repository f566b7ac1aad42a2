import { expect, test } from "vitest";

import { ConfigError, readConfig } from "./config.ts";
import { readAllSettings } from "./preflight.ts";
import { misspelled } from "./unknown-settings.ts";

test.each([
  ["TIDINGS_GATWAY", "TIDINGS_GATEWAY is meant", "TIDINGS_GATEWAY"],
  ["TIDINGS_LOGLEVEL", "TIDINGS_LOG_LEVEL is meant", "TIDINGS_LOG_LEVEL"],
  ["TIDINGS_DATABASE_URL", "it has no prefix", "DATABASE_URL"],
  ["TIDINGS_PORT", "other programs have it", "TIDINGS_LISTEN"],
  ["TIDINGS_TZ", "other programs have it", "TIDINGS_TIMEZONE"],
  ["TIDINGS_FOO", "nothing has such a name", null],
])("%s: %s", (name, _, meant) => {
  const end = meant === null ? "." : `; did you mean ${meant}?`;
  expect(misspelled({ [name]: "x" })).toEqual([`${name} is not a known setting${end}`]);
});

test("a role that does not exist is one issue: what it would need is not said", () => {
  const issuesOf = (environment: Record<string, string>): readonly string[] => {
    try {
      readConfig(environment);
    } catch (error) {
      if (error instanceof ConfigError) return error.issues;
      throw error;
    }
    return [];
  };
  expect(issuesOf({ TIDINGS_ROLE: "web" })).toEqual(["TIDINGS_ROLE must be one of all, api, worker"]);
  expect(issuesOf({ TIDINGS_ROLE: "worker" })).toEqual([
    expect.stringMatching(/^TIDINGS_ROLE worker needs DATABASE_URL/),
  ]);
});

test.each(["/svc/v1", "/svc/v1/", "/messages/svc/v1"])(
  "a public address that ends in %s is refused: links would have it twice",
  (path) => {
    const settings = { TIDINGS_PUBLIC_URL: `https://sms.example.com${path}` };
    expect(() => readConfig(settings)).toThrow("TIDINGS_PUBLIC_URL must be the address before /svc/v1");
    expect(readConfig({ TIDINGS_PUBLIC_URL: "https://sms.example.com/messages/" }).publicUrl).toBe(
      "https://sms.example.com/messages",
    );
  },
);

test.each([
  ["TIDINGS_TIMEZONE", "+02:00", /^TIDINGS_TIMEZONE is an offset.* such as Europe\/Berlin$/],
  ["TIDINGS_TIMEZONE", "+0530", /^TIDINGS_TIMEZONE is an offset.* such as Europe\/Berlin$/],
  ["TIDINGS_OUTBOUND_ALLOW", "*", /^TIDINGS_OUTBOUND_ALLOW: "\*" is neither a host name/],
  ["TIDINGS_OUTBOUND_ALLOW", "*.internal", /^TIDINGS_OUTBOUND_ALLOW: "\*\.internal" is neither a host name/],
  ["TIDINGS_PLATFORM", "bulitin", /^TIDINGS_PLATFORM must be builtin, or like wordpress\+https:/],
  ["TIDINGS_COMMERCE", "nonee", /^TIDINGS_COMMERCE must be none, platform, or like woocommerce\+https:/],
])("%s=%s would do something else than what is written, and is refused", (name, value, sentence) => {
  expect(() => readAllSettings({ [name]: value })).toThrow(sentence);
});

test.each([
  ["https://m\u00fcller.example/a b/", "https://xn--mller-kva.example/a%20b"],
  ["HTTP://SMS.example:80", "http://sms.example"],
])("links begin with the public address %s as a URL must be written", (given, written) => {
  expect(readConfig({ TIDINGS_PUBLIC_URL: given }).publicUrl).toBe(written);
});
