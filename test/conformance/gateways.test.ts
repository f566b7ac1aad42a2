import { createServer } from "node:net";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Gateway, Outcome, OutgoingSms } from "#domain/gateways/gateway";
import { definitions } from "#gateways/index";
import { openGateways } from "../support/gateways/open-gateways.ts";
import { redactGateways } from "#gateways/redact-gateways";

import type { Reply } from "./gateways/kit/case.ts";
import { base } from "./gateways/kit/base.ts";
import { cases, files, OTHER_WIRES, toolsOf } from "./gateways/kit/cases.ts";
import { expectRequest } from "./gateways/kit/expect-request.ts";
import { changed, mangledCalls } from "./gateways/kit/mutations.ts";
import { playProvider } from "./gateways/kit/provider.ts";

test("every gateway that speaks HTTP has its data file", () => {
  const ids = definitions.map(({ id }) => id).filter((id) => !OTHER_WIRES.has(id));
  expect(files.map((file) => file.replace(/\.ts$/, "")).sort()).toEqual(ids.sort());
});

describe.each(cases.map((one) => [one.title, one] as const))("%s", (_title, one) => {
  let provider: Awaited<ReturnType<typeof playProvider>>;
  let gateway: Gateway;
  const logged: string[] = [];
  const sms: OutgoingSms = { ...base, ...one.sms };

  const tools = toolsOf(one, (line) => logged.push(line));
  const open = (dsn: string): Gateway => openGateways(dsn, definitions, () => tools).gateways[0]!.gateway;
  const openAt = (host: string): Gateway => open(one.dsn(host));
  const yes = "status" in one.accepted.reply ? one.accepted.reply.status : 200;
  const send = async (given: Reply): Promise<Outcome> => {
    // A broken connection is most harmful after a success status; 200 in these tables stands for the provider's own.
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

  test("sends the request in the provider's form", async () => {
    await send(one.accepted.reply);
    expect(provider.seen).toHaveLength(1);
    expectRequest(provider.seen[0]!, one.request);
  });

  test.each((one.requests ?? []).map((each) => [each.name, each] as const))(
    "sends %s in the provider's form",
    async (_name, each) => {
      provider.answers(one.accepted.reply);
      await gateway.send([{ ...base, ...each.sms }]);
      expect(provider.seen).toHaveLength(1);
      expectRequest(provider.seen[0]!, each.request);
    },
  );

  const { many } = one;
  if (many) {
    test("carries several recipients' messages in one call, and distinguishes their outcomes", async () => {
      provider.answers(many.reply);
      const outcomes = await gateway.send(
        many.batch.map((each, index) => ({ ...base, ref: `ref-${index + 1}`, ...each })),
      );
      expect(provider.seen).toHaveLength(1);
      expectRequest(provider.seen[0]!, many.request);
      expect(outcomes).toHaveLength(many.batch.length);
      outcomes.forEach((outcome, index) => expect(outcome).toMatchObject(many.outcomes[index]!));
    });

    test("a call for several recipients that breaks off leaves each of them unknown", async () => {
      provider.answers({ breaks: "closes" });
      const outcomes = await gateway.send(many.batch.map((each, index) => ({ ...base, ref: `ref-${index}`, ...each })));
      expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(["unknown"]));
    });
  }

  test("carries as many recipients in one call as it declares", () => {
    const { traits } = definitions.find(
      ({ id }) => id === openGateways(one.dsn("localhost"), definitions, () => tools).gateways[0]!.id,
    )!;
    // If the settings say how many, the trait is the most they may say.
    if (traits.numbers === "as set") expect(gateway.batchSize).toBeLessThanOrEqual(traits.recipientsPerCall);
    else expect(gateway.batchSize).toBe(traits.recipientsPerCall);
  });

  test("reads the provider's success as accepted", async () => {
    expect(await send(one.accepted.reply)).toEqual(one.accepted.outcome);
  });

  if (one.replies.length > 0) {
    test.each(one.replies.map((each) => [each.name, each] as const))("%s", async (_name, { reply, outcome }) => {
      expect(await send(reply)).toMatchObject(outcome);
    });

    test("an unconfirmed response is never read as accepted or rejected", () => {
      for (const { source = one.source, outcome } of one.replies) {
        if (source === "unconfirmed") expect(["unknown", "later"]).toContain(outcome.kind);
      }
    });
  }

  const yesText = "body" in one.accepted.reply ? (one.accepted.reply.body ?? "") : "";
  if (yesText.startsWith("{") || yesText.startsWith("[")) {
    test("a success that is truncated anywhere is not accepted", async () => {
      for (let length = 0; length < yesText.length; length += Math.ceil(yesText.length / 40)) {
        const outcome = await send({ status: 200, body: yesText.slice(0, length) });
        expect(outcome.kind, yesText.slice(0, length)).toBe("unknown");
      }
    });

    test("a success with a changed word or type never throws, and without its deciding word is not accepted", async () => {
      const decisive = new Set((one.accepted.decisive ?? []).map((path) => JSON.stringify(path)));
      for (const { path, body } of changed(yesText)) {
        const outcome = await send({ status: 200, body });
        if (decisive.has(JSON.stringify(path))) expect(outcome.kind, body.slice(0, 300)).not.toBe("accepted");
        if (outcome.kind !== "accepted") continue;
        for (const id of outcome.providerIds) expect(id).toMatch(/^[\x21-\x7e]{1,200}$/);
      }
    });
  }

  test.each([
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
    ["a 503 of a cache whose backend did not answer", { status: 503, body: "<title>503 first byte timeout</title>" }],
    [
      "a 503 of a proxy whose upstream went away",
      {
        status: 503,
        body: "upstream connect error or disconnect/reset before headers. reset reason: connection termination",
      },
    ],
    [
      "a 503 of Heroku, whose application may still be at work",
      { status: 503, body: '<iframe src="//www.herokucdn.com/error-pages/application-error.html"></iframe>' },
    ],
    ["a 503 of Azure Front Door", { status: 503, body: "<h2>Our services aren't available right now</h2>" }],
    ["a 503 cut in two", { breaks: "truncates", status: 503 }],
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
      {
        status: 503,
        headers: { date: "Fri, 20 Nov 2026 09:59:50 GMT", "retry-after": "Fri, 20 Nov 2026 10:00:00 GMT" },
      },
      { kind: "later", afterMs: 10_000 },
    ],
    ["a 503 of a proxy without an upstream", { status: 503, body: "no healthy upstream" }, { kind: "later" }],
    [
      "a 503 of a proxy that reached no upstream",
      {
        status: 503,
        body: "upstream connect error or disconnect/reset before headers. reset reason: connection failure",
      },
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

  test("a redirect is not followed: credentials and messages stay with the configured host", async () => {
    const other = await playProvider();
    other.answers(one.accepted.reply);
    for (const status of [301, 302, 307, 308]) {
      const outcome = await send({ status, headers: { location: `http://${other.host}/` } });
      expect(outcome).toMatchObject({ kind: "stop", code: `http_${status}` });
    }
    expect(other.seen).toEqual([]);
    await other.close();
  });

  test("a port without a listener means later: nothing was written", async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
    const { port } = gone.address() as { port: number };
    await new Promise((resolve) => gone.close(resolve));
    expect(await openAt(`127.0.0.1:${port}`).send([sms])).toMatchObject([{ kind: "later", code: "ECONNREFUSED" }]);
  });

  test("a host without an address means later: nothing was written", async () => {
    // With a long timeout: a DNS lookup may take longer than the timeout of the others.
    const dsn = one.dsn("gateway.invalid").replace(/timeout=[\d.]+/, "timeout=15");
    expect(await open(dsn).send([sms])).toMatchObject([
      { kind: "later", code: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/) },
    ]);
  });

  test("a batch returns results in its own order, whatever the order of the provider", async () => {
    // All go to one number, so that each is a call of its own: a thousand take the order that a hundred take.
    const batch = Array.from({ length: Math.min(100, Math.max(3, gateway.batchSize)) }, (_, index) => ({
      ...sms,
      ref: `ref-${index}`,
    }));
    let turn = 0;
    provider.answers(() => (turn++ % 2 === 0 ? one.accepted.reply : { status: 401 }));
    const outcomes = await gateway.send(batch);
    expect(outcomes).toHaveLength(batch.length);
    if (gateway.batchSize === 1)
      expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(["accepted", "stop"]));
  });

  test("what the provider returns is cleaned of secrets, numbers and texts", async () => {
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
      // And as plain text, which a rule that searches for words may match.
      provider.answers((request) => ({
        status,
        body: `${request.headers["authorization"]} ${request.body} ${JSON.stringify(request.query)}`,
      }));
      expectClean(await gateway.send([sms]));
    }
  });

  test("the DSN shows no secret when it is printed, and an error in it prints none", () => {
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
      let issue: unknown;
      try {
        openGateways(broken, definitions, () => tools);
      } catch (error) {
        issue = error;
      }
      expect(issue).toBeInstanceOf(Error);
      expectClean(issue);
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
      expect(provider.seen).toMatchObject([{ method: credit.method ?? "GET", path: credit.path }]);
    });

    test.each([
      ["refused", { status: 401, body: '{"code":20003}' }],
      ["not JSON", { status: 200, body: "<html>" }],
      ["of another form", { status: 200, body: '{"balance":{"much":true}}' }],
      ["not a number", { status: 200, body: '{"balance":"NaN","currency":"USD"}' }],
      ["cut", { breaks: "truncates" }],
    ] as [string, Reply][])("a balance that is %s throws, without secrets", async (_name, reply) => {
      provider.answers(reply);
      const issue: unknown = await gateway.credit!().catch((error: unknown) => error);
      expect(issue).toBeInstanceOf(Error);
      expectClean(issue);
    });
  }

  if (one.calls && one.calls.length > 0) {
    test.each(one.calls.map((each) => [each.name, each] as const))("reads %s", async (_name, { call, events }) => {
      expect(await gateway.receive!(call)).toMatchObject(events);
    });

    test("calls that are mangled on their way never throw and name only known states", async () => {
      for (const { call } of one.calls!) {
        for (const broken of mangledCalls(call)) {
          const events = await gateway.receive!(broken);
          if (events.forged) continue;
          expect(events.reply.status).toBeLessThan(500);
          for (const { state } of events.receipts)
            expect(["sent", "delivered", "undelivered", "failed"]).toContain(state);
        }
      }
    });
  }
});

const byGateway = definitions
  .filter(({ id }) => !OTHER_WIRES.has(id))
  .map((definition) => {
    const own = cases.filter(
      (one) =>
        one
          .dsn("localhost")
          .match(/^[a-z0-9]+/i)?.[0]
          ?.replace(/^https$/, "http") === definition.id,
    );
    return [definition.id, definition, own] as const;
  });

test.each(byGateway)("the data of %s shows every ability that it declares", (_id, { can, traits }, own) => {
  expect(own.length).toBeGreaterThan(0);
  const shown = own.flatMap(({ sms, requests = [] }) => [sms ?? {}, ...requests.map((each) => each.sms)]);
  expect(
    shown.some(({ encoding }) => encoding === "ucs2"),
    "a text in UCS-2",
  ).toBe(true);
  if (typeof can !== "function") {
    if (can.flash)
      expect(
        shown.some(({ flash }) => flash),
        "a flash text",
      ).toBe(true);
    if (can.media)
      expect(
        shown.some(({ media }) => media?.length),
        "a text with media",
      ).toBe(true);
    if (can.credit)
      expect(
        own.some(({ credit }) => credit),
        "a balance",
      ).toBe(true);
    if (can.receipts)
      expect(
        own.some(({ calls }) => calls?.some(({ events }) => !events.forged)),
        "a receipt",
      ).toBe(true);
  }
  if (traits.recipientsPerCall > 1)
    expect(
      own.some(({ many }) => many),
      "a call for many",
    ).toBe(true);
  if (traits.signature !== null)
    expect(
      own.some(({ calls }) => calls?.some(({ events }) => events.forged)),
      "a forged call",
    ).toBe(true);
});
