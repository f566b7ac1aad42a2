import { afterAll, beforeAll, expect, test } from "vitest";

import type { OutgoingSms } from "#domain/gateways/gateway";

import { openQuietly, smsTo } from "../../../test/conformance/gateways/kit/base.ts";
import type { Seen } from "../../../test/conformance/gateways/kit/case.ts";
import { playProvider } from "../../../test/conformance/gateways/kit/provider.ts";
import { says } from "../../../test/conformance/gateways/kit/says.ts";
import { infobip } from "./infobip.ts";
import { messagebird } from "./messagebird.ts";
import { sinch } from "./sinch.ts";

let provider: Awaited<ReturnType<typeof playProvider>>;
beforeAll(async () => {
  provider = await playProvider();
});
afterAll(() => provider.close());

const open = (dsn: (host: string) => string) => openQuietly(dsn(provider.host), [infobip, messagebird, sinch]);

const text = (index: number, more: Partial<OutgoingSms> = {}): OutgoingSms =>
  smsTo(`+4474001234${10 + index}`, {
    ref: `ref-${index}`,
    receiptUrl: "https://sms.example.org/r/main/abc?ref=x",
    ...more,
  });
const batch = Array.from({ length: 20 }, (_, index) => text(index));
const BAD = 13;
const badDigits = `4474001234${10 + BAD}`;

type Body = {
  to?: string[];
  recipients?: string[];
  messages?: { destinations: { to: string }[]; webhooks: { callbackData: string } }[];
  client_reference?: string;
  callback_url?: string;
  reference?: string;
};
const bodyOf = ({ body }: Seen): Body => JSON.parse(body) as Body;

/** Each of these vendors refuses a whole call for one bad number, and accepts another in its own form. */
const vendors = [
  {
    name: "sinch",
    dsn: (host: string) => `sinch+http://plan:token@${host}?from=ACME`,
    numbers: (body: Body) => body.to!,
    refuse: says(400, {
      code: "syntax_invalid_parameter_format",
      text: "The format of parameter 'to[3]' is invalid; value '+1' is not a valid MSISDN or group ID.",
    }),
    refuseSender: says(400, {
      code: "syntax_invalid_parameter_format",
      text: "The format of parameter 'from' is invalid; value 'X' is not a valid sender.",
    }),
    take: (_numbers: string[], call: number) => says(201, { id: `batch-${call}`, canceled: false }),
  },
  {
    name: "messagebird",
    dsn: (host: string) => `messagebird+http://key@${host}?from=ACME`,
    numbers: (body: Body) => body.recipients!,
    refuse: says(422, { errors: [{ code: 9, description: "no (correct) recipients found", parameter: "recipient" }] }),
    refuseSender: says(422, { errors: [{ code: 10, description: "not valid", parameter: "originator" }] }),
    take: (numbers: string[], call: number) =>
      says(201, {
        id: `batch-${call}`,
        recipients: { items: numbers.map((number) => ({ recipient: Number(number), status: "sent" })) },
      }),
  },
  {
    name: "infobip",
    dsn: (host: string) => `infobip+http://key@${host}?from=ACME`,
    numbers: (body: Body) => body.messages!.flatMap(({ destinations }) => destinations.map(({ to }) => to)),
    refuse: says(400, { errorCode: "E400", description: "Request cannot be processed." }),
    refuseSender: null,
    take: (numbers: string[], call: number) =>
      says(200, {
        messages: numbers.map((destination) => ({
          messageId: `id-${call}-${destination}`,
          destination,
          status: { groupName: "PENDING", name: "PENDING_ACCEPTED" },
        })),
      }),
  },
] as const;

test.each(vendors)(
  "$name: one bad number does not affect the others of its call, and no one gets a message twice",
  async (vendor) => {
    const taken: string[] = [];
    let call = 0;
    provider.answers((seen) => {
      const numbers = vendor.numbers(bodyOf(seen)).map((number) => number.replace("+", ""));
      if (numbers.includes(badDigits)) return vendor.refuse;
      taken.push(...numbers);
      return vendor.take(numbers, call++);
    });
    const outcomes = await open(vendor.dsn).send(batch);
    expect(outcomes.map(({ kind }) => kind)).toEqual(
      batch.map((_sms, index) => (index === BAD ? "rejected" : "accepted")),
    );
    expect(taken.toSorted()).toEqual(
      batch
        .map(({ to }) => to.slice(1))
        .filter((number) => number !== badDigits)
        .toSorted(),
    );
    expect(provider.seen.length).toBeLessThan(12);
  },
);

test.each(vendors.filter(({ refuseSender }) => refuseSender !== null))(
  "$name: a refusal that is not about a number is not tried on every part",
  async (vendor) => {
    provider.answers(vendor.refuseSender!);
    const outcomes = await open(vendor.dsn).send(batch);
    expect(provider.seen).toHaveLength(1);
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(["stop"]));
  },
);

test.each(vendors)("$name: two messages for one number are two calls", async (vendor) => {
  let call = 0;
  provider.answers((seen) => vendor.take([...vendor.numbers(bodyOf(seen))], call++));
  const outcomes = await open(vendor.dsn).send([text(0), text(1), text(0, { ref: "ref-9" })]);
  expect(provider.seen.map((seen) => vendor.numbers(bodyOf(seen)).length).toSorted()).toEqual([1, 2]);
  expect(outcomes.map(({ kind }) => kind)).toEqual(["accepted", "accepted", "accepted"]);
});

test("a reference is sent only if it identifies one recipient", async () => {
  provider.answers((seen) => vendors[0].take(bodyOf(seen).to!, 0));
  const gateway = open(vendors[0].dsn);
  await gateway.send([text(0)]);
  expect(bodyOf(provider.seen[0]!)).toMatchObject({
    client_reference: "ref-0",
    callback_url: "https://sms.example.org/r/main/abc?ref=x",
  });
  await gateway.send([text(0), text(1)]);
  expect(bodyOf(provider.seen[1]!)).not.toHaveProperty("client_reference");
  expect(bodyOf(provider.seen[1]!).callback_url).toBe("https://sms.example.org/r/main/abc");

  provider.answers((seen) => vendors[1].take(bodyOf(seen).recipients!, 0));
  await open(vendors[1].dsn).send([text(0), text(1)]);
  expect(bodyOf(provider.seen[0]!).reference).toBe("several");

  provider.answers((seen) => vendors[2].take(vendors[2].numbers(bodyOf(seen)), 0));
  await open(vendors[2].dsn).send([text(0), text(1, { text: "Other" })]);
  expect(bodyOf(provider.seen[0]!).messages!.map(({ webhooks }) => webhooks.callbackData)).toEqual(["ref-0", "ref-1"]);
});

test.each([
  [
    "infobip",
    (host: string) => `infobip+http://key@${host}?from=ACME`,
    (numbers: readonly string[]) => ({
      messages: numbers.map((destination) => ({
        messageId: "id",
        destination,
        status: { groupName: "REJECTED", name: "REJECTED_DESTINATION" },
      })),
    }),
  ],
  [
    "messagebird",
    (host: string) => `messagebird+http://key@${host}?from=ACME`,
    (numbers: readonly string[]) => ({
      id: "batch",
      recipients: { items: numbers.map((number) => ({ recipient: Number(number), status: "delivery_failed" })) },
    }),
  ],
])("%s: a number that a response refuses individually is not requested again", async (_name, dsn, body) => {
  provider.answers(says(201, body(batch.map(({ to }) => to.slice(1)))));
  const outcomes = await open(dsn).send(batch);
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(["rejected"]));
  expect(provider.seen).toHaveLength(1);
});
