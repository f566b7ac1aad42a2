import { expect, test } from "vitest";

import { allowedOutbound } from "./addresses.ts";
import { readConfig } from "./config.ts";

const ownMachine = ["127.0.0.0/8", "::1", "localhost"];

test.each([
  ["nothing is set", {}],
  ["the public address is also this machine", { TIDINGS_PUBLIC_URL: "http://127.0.0.1:8080" }],
])("a trial on one machine may call that machine if %s", (_what, environment) => {
  expect(allowedOutbound(readConfig(environment))).toEqual(ownMachine);
});

// The gateways of such an installation are often stored ones, and TIDINGS_GATEWAY keeps its default.
test.each([
  ["others reach it at a public address", { TIDINGS_PUBLIC_URL: "https://sms.example.com" }],
  ["it is behind a proxy", { TIDINGS_TRUSTED_PROXIES: "127.0.0.1" }],
  ["it listens to others", { TIDINGS_LISTEN: "0.0.0.0:8080" }],
  ["it has a gateway", { TIDINGS_GATEWAY: "http://user@sms.example.org/?body=x" }],
  ["the settings name what may be called", { TIDINGS_OUTBOUND_ALLOW: "10.1.0.0/16" }],
])("an installation may not call its own machine if %s", (_what, environment) => {
  expect(allowedOutbound(readConfig(environment))).not.toContain("127.0.0.0/8");
});
