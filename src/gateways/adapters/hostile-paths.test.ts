import { describe, expect, test } from "vitest";

import { quietTools, smsTo } from "../../../test/conformance/gateways/kit/base.ts";
import type { GatewayDefinition } from "../define.ts";
import { parseDsn } from "../dsn.ts";
import { definitions } from "../index.ts";
import { openClient } from "../shared/client.ts";
import { leadsElsewhere, readStoredSettings, storableSettings } from "../stored-settings.ts";

const HOSTILE = [
  "@evil.example/",
  ".evil.example/",
  ":pw@evil.example/",
  "evil",
  "\\@evil.example/",
  "//@evil.example/",
  "/../../@evil.example/",
  "?@evil.example/",
];

// Not `new Request(url).url`, which refuses an address with a user name: that is one to be seen here.
const urlOf = (given: string | URL | Request): string => (given instanceof Request ? given.url : given.toString());

/** The settings of a definition's example, by their names. */
function exampleOf(definition: GatewayDefinition): Record<string, string | readonly string[]> {
  const parsed = parseDsn(definition.example);
  if (!parsed.ok) throw new Error("The example is no DSN.");
  const nameOf = new Map(storableSettings(definition).map(({ key, dsnKey }) => [key, dsnKey]));
  const values: Record<string, string | readonly string[]> = {};
  for (const part of ["username", "password", "host", "path"] as const) {
    const key = definition.dsn[part];
    const value = parsed.parts[part];
    if (key !== undefined && value !== undefined && value !== "default") values[nameOf.get(key)!] = value;
  }
  return { ...values, ...Object.fromEntries(parsed.parts.query.filter(([name]) => name !== "name")) };
}

/** The hosts that a gateway with these settings calls; null: they are refused. */
async function hostsOf(
  definition: GatewayDefinition,
  values: Record<string, string | readonly string[]>,
): Promise<Set<string> | null> {
  const reading = readStoredSettings(definition, "one", values);
  if (!reading.ok) return null;
  const hosts = new Set<string>();
  const gateway = reading.prepared.open(
    quietTools({
      fetch: async (url) => {
        const { host, username, password } = new URL(urlOf(url));
        hosts.add(username + password + host);
        return Response.json({ access_token: "token-token" });
      },
    }),
  );
  await gateway.send([smsTo("+447400123456")]);
  await gateway.credit?.().catch(() => undefined);
  return hosts;
}

const overHttp = definitions.filter(({ settings }) => "plain" in settings.shape);

describe.each(overHttp.map((one) => [one.id, one] as const))("no setting of %s but its host", (_id, definition) => {
  test("leads its calls to another host", async () => {
    const example: Record<string, string | readonly string[]> = {
      ...exampleOf(definition),
      ...(definition.id === "http" && { balance: "/balance" }),
    };
    const usual = await hostsOf(definition, example);
    expect(usual?.size).toBeGreaterThan(0);
    const texts = storableSettings(definition).filter((one) => one.kind === "text" && !leadsElsewhere(one));
    for (const { dsnKey } of texts) {
      for (const hostile of HOSTILE) {
        const called = await hostsOf(definition, { ...example, [dsnKey]: hostile });
        const others = [...(called ?? [])].filter((host) => !usual!.has(host));
        expect([dsnKey, hostile, others]).toEqual([dsnKey, hostile, []]);
      }
    }
  });
});

test("a client calls no path that would belong to the host's name", async () => {
  const urls: string[] = [];
  const tools = quietTools({
    fetch: async (url) => {
      urls.push(urlOf(url));
      return Response.json({});
    },
  });
  const client = openClient({ host: "api.example.com", plain: false, timeout: 1 }, tools, { headers: {}, secrets: [] });
  for (const path of ["@evil.example/", ".evil.example/", "", ":80/"]) {
    expect(await client.call({ path })).toMatchObject({ kind: "unsent" });
  }
  expect(await client.call({ path: "/v1" })).toMatchObject({ kind: "answer" });
  expect(urls).toEqual(["https://api.example.com/v1"]);
  for (const host of ["user@evil.example", "a/b", "a?b", "a b", ""]) {
    expect(() => openClient({ host, plain: false, timeout: 1 }, tools, { headers: {}, secrets: [] })).toThrow("host");
  }
});
