import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Gateway, Outcome } from "#domain/gateways/gateway";
import { definitions } from "#gateways/index";
import { openGateways } from "../support/gateways/open-gateways.ts";

import { base } from "./gateways/kit/base.ts";
import type { GatewayCase, Refusals, Reply } from "./gateways/kit/case.ts";
import { cases, OTHER_WIRES, toolsOf } from "./gateways/kit/cases.ts";
import { playProvider } from "./gateways/kit/provider.ts";

type Named = GatewayCase & { readonly refusals: Refusals };
const named = cases.filter((one): one is Named => one.refusals !== undefined);
const idOf = (one: GatewayCase): string =>
  openGateways(one.dsn("localhost"), definitions, () => toolsOf(one, () => {})).gateways[0]!.id;

/** Its responses are an operator's own settings. */
const WITHOUT_WORDS = "http";

test("every gateway with its own error codes shows how it refuses", () => {
  const ids = definitions.map(({ id }) => id).filter((id) => !OTHER_WIRES.has(id) && id !== WITHOUT_WORDS);
  expect([...new Set(named.map(idOf))].sort()).toEqual(ids.sort());
});

const rows = (answers: Refusals["sender"] | undefined): [string, Reply][] =>
  typeof answers === "object" ? Object.entries(answers) : [];

describe.each(named.map((one) => [one.title, one] as const))("%s", (_title, one) => {
  let provider: Awaited<ReturnType<typeof playProvider>>;
  let gateway: Gateway;
  const { account, sender, text, later, unheardOf } = one.refusals;

  const send = async (reply: Reply, from?: string): Promise<Outcome> => {
    provider.answers(reply);
    const [outcome] = await gateway.send([{ ...base, ...one.sms, ...(from !== undefined && { from }) }]);
    return outcome!;
  };

  beforeAll(async () => {
    provider = await playProvider();
    gateway = openGateways(one.dsn(provider.host), definitions, () => toolsOf(one, () => {})).gateways[0]!.gateway;
  });
  afterAll(async () => {
    await gateway.close?.();
    await provider.close();
  });

  test.each(rows(account))("trouble with the account stops it and fails no message: %s", async (_name, reply) => {
    expect((await send(reply)).kind).toBe("stop");
    expect((await send(reply, "ACME")).kind).toBe("stop");
  });

  if (typeof sender !== "string") {
    test.each(rows(sender))("a sender that is not ours stops it and fails no message: %s", async (_name, reply) => {
      expect((await send(reply)).kind).toBe("stop");
    });

    test.each(rows(sender))("a wrong sender of a single message fails that message alone: %s", async (_name, reply) => {
      expect((await send(reply, "ACME")).kind).toBe("rejected");
    });
  }

  test.each(rows(text))("an error of one message or number fails that message alone: %s", async (_name, reply) => {
    expect((await send(reply)).kind).toBe("rejected");
  });

  if (later) {
    test.each(rows(later))("a temporary error is retried: %s", async (_name, reply) => {
      expect((await send(reply)).kind).toBe("later");
    });
  }

  if (unheardOf) {
    test.each(rows(unheardOf))("a refusal with an unlisted code is not in doubt: %s", async (_name, reply) => {
      expect(["rejected", "later", "stop"]).toContain((await send(reply)).kind);
    });
  }
});
