import { readdir } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Gateway, GatewayTools, Outcome, OutgoingSms } from "#domain/ports/gateway";
import type { Phone } from "#domain/recipients/phone";
import { definitions } from "#gateways/index";
import { openGateways } from "#gateways/open";
import { redactGateways } from "#gateways/redact-gateways";

import type { GatewayCase, Reply } from "./gateways/kit/case.ts";
import { playProvider } from "./gateways/kit/provider.ts";

/** These do not speak HTTP to a provider; their twins hold them to the same port. */
const OTHER_WIRES = new Set(["sandbox", "smpp"]);

const folder = join(import.meta.dirname, "gateways");
const files = (await readdir(folder)).filter((file) => file.endsWith(".ts") && !OTHER_WIRES.has(file.slice(0, -3)));
const cases = (
  await Promise.all(
    files.map(async (file) => ((await import(join(folder, file))) as { cases: readonly GatewayCase[] }).cases),
  )
).flat();

test("every gateway that speaks HTTP has its data file", () => {
  const ids = definitions.map(({ id }) => id).filter((id) => !OTHER_WIRES.has(id));
  expect(files.map((file) => file.replace(/\.ts$/, "")).sort()).toEqual(ids.sort());
});

const base: OutgoingSms = {
  ref: "ref-1",
  to: "+447400123456" as Phone,
  text: "Hello",
  encoding: "gsm7",
  segments: 1,
  flash: false,
  media: [],
};

describe.each(cases.map((one) => [one.title, one] as const))("%s", (_title, one) => {
  let provider: Awaited<ReturnType<typeof playProvider>>;
  let gateway: Gateway;
  const logged: string[] = [];
  const sms: OutgoingSms = { ...base, ...one.sms };

  const tools: GatewayTools = {
    fetch,
    clock: { now: () => Date.now() },
    random: Math.random,
    news: async () => {},
    log: (...line) => void logged.push(JSON.stringify(line)),
  };
  const openAt = (host: string): Gateway => openGateways(one.dsn(host), definitions, () => tools).gateways[0]!.gateway;
  const yes = "status" in one.accepted.reply ? one.accepted.reply.status : 200;
  const send = async (given: Reply): Promise<Outcome> => {
    // A wire that breaks breaks most cruelly under a yes; 200 in these tables stands for the provider's own.
    const reply =
      "breaks" in given ? { status: yes, ...given } : given.status === 200 ? { ...given, status: yes } : given;
    provider.answers(reply as Reply);
    const outcomes = await gateway.send([sms]);
    expect(outcomes).toHaveLength(1);
    return outcomes[0]!;
  };
  const expectClean = (said: unknown): void => {
    const text = `${JSON.stringify(said)}\n${said instanceof Error ? `${said.stack}${JSON.stringify(said.cause)}` : ""}`;
    for (const secret of [...one.secrets, sms.to]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(encodeURIComponent(secret));
    }
    for (const form of [
      sms.text,
      encodeURIComponent(sms.text),
      new URLSearchParams({ "": sms.text }).toString().slice(1),
    ]) {
      if (one.sms?.text !== undefined) expect(text).not.toContain(form);
    }
  };

  beforeAll(async () => {
    provider = await playProvider();
    gateway = openAt(provider.host);
  });
  afterAll(async () => {
    await gateway.close?.();
    await provider.close();
    expectClean(logged);
  });

  test("asks the provider in the provider's form", async () => {
    await send(one.accepted.reply);
    const [request] = provider.seen;
    expect(provider.seen).toHaveLength(1);
    expect(request).toMatchObject({ method: one.request.method, path: one.request.path });
    for (const [name, value] of Object.entries(one.request.headers ?? {})) {
      if (value instanceof RegExp) expect(request!.headers[name]).toMatch(value);
      else expect(request!.headers[name]).toBe(value);
    }
    if (one.request.fields) {
      const given = request!.body === "" ? Object.entries(request!.query) : [...new URLSearchParams(request!.body)];
      expect(given).toEqual(one.request.fields);
    }
    if (one.request.json !== undefined) expect(JSON.parse(request!.body)).toEqual(one.request.json);
    if (one.request.body !== undefined) expect(request!.body).toBe(one.request.body);
  });

  test("takes the provider's yes for a yes", async () => {
    expect(await send(one.accepted.reply)).toEqual(one.accepted.outcome);
  });

  if (one.replies.length > 0) {
    test.each(one.replies.map((each) => [each.name, each] as const))("%s", async (_name, { reply, outcome }) => {
      expect(await send(reply)).toMatchObject(outcome);
    });
  }

  test.each([
    ["no answer at all", { breaks: "hangs" }],
    ["an answer that never ends", { breaks: "drips" }],
    ["a connection reset after the request", { breaks: "resets" }],
    ["a connection closed after the request", { breaks: "closes" }],
    ["an answer cut in two", { breaks: "truncates" }],
    ["an answer of megabytes", { breaks: "floods" }],
    ["a yes in words of another kind", { status: 200, body: "<html>Welcome to the hotel network</html>" }],
    ["a yes cut in two by the sender", { status: 200, body: '{"sid": "SM' }],
    ["a yes without words", { status: 200, body: "" }],
    ["a bare 500", { status: 500, body: "oops" }],
    ["a 502 of a proxy", { status: 502, body: "<html>bad gateway</html>" }],
    ["a 504 of a proxy", { status: 504, body: "" }],
  ] as [string, Reply][])(
    "%s leaves the outcome unknown, neither refused nor to be tried again",
    async (_name, reply) => {
      expect((await send(reply)).kind).toBe("unknown");
    },
  );

  test.each([
    [
      "a bare 429 with its waiting time",
      { status: 429, headers: { "retry-after": "7" } },
      { kind: "later", throttled: true, afterMs: 7_000 },
    ],
    ["a 503", { status: 503, headers: { "retry-after": "99999" } }, { kind: "later", afterMs: 3_600_000 }],
    [
      "a 503 that waits for a date",
      { status: 503, headers: { "retry-after": "Fri, 20 Nov 2026 10:00:00 GMT" } },
      { kind: "later" },
    ],
    ["a bare 400", { status: 400, body: "no" }, { kind: "rejected" }],
    ["a 400 cut in two", { breaks: "truncates", status: 400 }, { kind: "rejected" }],
    ["a bare 401", { status: 401 }, { kind: "stop" }],
    ["a bare 403", { status: 403, body: "blocked by a firewall" }, { kind: "stop" }],
    ["an address that is not there", { status: 404, body: "<html>not found</html>" }, { kind: "stop" }],
  ] as [string, Reply, Partial<Outcome>][])("%s is understood by its status", async (_name, reply, outcome) => {
    expect(await send(reply)).toMatchObject(outcome);
  });

  test("a redirect is not followed: credentials and texts stay with the configured host", async () => {
    const other = await playProvider();
    other.answers(one.accepted.reply);
    for (const status of [301, 302, 307, 308]) {
      const outcome = await send({ status, headers: { location: `http://${other.host}/` } });
      expect(outcome).toMatchObject({ kind: "stop", code: `http_${status}` });
    }
    expect(other.seen).toEqual([]);
    await other.close();
  });

  test("a port where nobody listens means later: nothing was written", async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
    const { port } = gone.address() as { port: number };
    await new Promise((resolve) => gone.close(resolve));
    expect(await openAt(`127.0.0.1:${port}`).send([sms])).toMatchObject([{ kind: "later", code: "ECONNREFUSED" }]);
  });

  test("a host without an address means later: nothing was written", async () => {
    const host = "gateway.invalid";
    expect(await openAt(host).send([sms])).toMatchObject([
      { kind: "later", code: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/) },
    ]);
  });

  test("a batch answers in its own order, whatever the order of the provider", async () => {
    const batch = Array.from({ length: Math.max(3, gateway.batchSize) }, (_, index) => ({
      ...sms,
      ref: `ref-${index}`,
    }));
    let turn = 0;
    provider.answers(() => (turn++ % 2 === 0 ? one.accepted.reply : { status: 401 }));
    const outcomes = await gateway.send(batch);
    expect(outcomes).toHaveLength(batch.length);
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(["accepted", "stop"]));
  });

  test("what the provider says back is cleaned of secrets, numbers and texts", async () => {
    for (const status of [200, 400, 401, 403, 429, 500, 503]) {
      provider.answers((request) => ({
        status,
        body: JSON.stringify({
          code: 77,
          status: "error",
          message: JSON.stringify(request),
          error: JSON.stringify(request),
          errors: [request],
        }),
      }));
      expectClean(await gateway.send([sms]));
      // And as plain words, which a rule that looks for words may pick up.
      provider.answers((request) => ({
        status,
        body: `${request.headers["authorization"]} ${request.body} ${JSON.stringify(request.query)}`,
      }));
      expectClean(await gateway.send([sms]));
    }
  });

  test("the DSN shows no secret when it is printed, and a fault in it prints none", () => {
    const dsn = one.dsn("default");
    expectClean(redactGateways(dsn, definitions));
    expectClean(redactGateways(`failover(${dsn} ${dsn})`, definitions));
    for (const broken of [
      `${dsn}&nonsense=1`,
      dsn.replace("://", ":/"),
      dsn.replace("@", "@@"),
      `${dsn}(`,
      `${dsn}%`,
    ]) {
      let fault: unknown;
      try {
        openGateways(broken, definitions, () => tools);
      } catch (error) {
        fault = error;
      }
      expect(fault).toBeInstanceOf(Error);
      expectClean(fault);
    }
  });

  test("an opened gateway keeps its secrets to itself", () => {
    expectClean(openGateways(one.dsn(provider.host), definitions, () => tools));
  });

  const { credit } = one;
  if (credit) {
    test("reads the balance", async () => {
      provider.answers(credit.reply);
      expect(await gateway.credit!()).toEqual(credit.reading);
      expect(provider.seen).toMatchObject([{ path: credit.path }]);
    });

    test.each([
      ["refused", { status: 401, body: '{"code":20003}' }],
      ["not JSON", { status: 200, body: "<html>" }],
      ["of another form", { status: 200, body: '{"balance":{"much":true}}' }],
      ["not a number", { status: 200, body: '{"balance":"NaN","currency":"USD"}' }],
      ["cut", { breaks: "truncates" }],
      ["hanging", { breaks: "hangs" }],
    ] as [string, Reply][])("a balance that is %s throws, without secrets", async (_name, reply) => {
      provider.answers(reply);
      const fault: unknown = await gateway.credit!().catch((error: unknown) => error);
      expect(fault).toBeInstanceOf(Error);
      expectClean(fault);
    });
  }

  if (one.calls && one.calls.length > 0) {
    test.each(one.calls.map((each) => [each.name, each] as const))("reads %s", async (_name, { call, news }) => {
      expect(await gateway.receive!(call)).toMatchObject(news);
    });
  }
});
