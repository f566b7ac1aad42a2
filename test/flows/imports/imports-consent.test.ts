import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { importer } from "../../support/people/imports.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
const { run, errors, empty } = importer(() => service);

beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" });
});
afterAll(() => service.end());
beforeEach(() => empty());

type Consent = { at: string; ip: string | null; source: string };
/** The evidence of each person, in the order of their numbers. */
async function evidence(): Promise<Consent[]> {
  const { rows } = await service.pool.query<{ at: Date; ip: string | null; source: string }>(
    "select c.at, c.ip, c.source from consents c join subscribers s on s.id = c.subscriber_id order by s.phone",
  );
  return rows.map(({ at, ...row }) => ({ at: at.toISOString(), ...row }));
}

test("Mailchimp's times and addresses are the evidence: of the confirmation, or else of the sign-up", async () => {
  const done = await run(
    `Email Address,SMS Phone Number,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP
a@x,+4915112345601,2024-01-01 10:00:00,192.0.2.1,2024-01-02 10:00:00,192.0.2.2
b@x,+4915112345602,,,2024-01-02 10:00:00,192.0.2.2
c@x,+4915112345603,2024-01-01 10:00:00,192.0.2.1,,
d@x,+4915112345604,,192.0.2.1,2024-01-02 10:00:00,
`,
  );
  expect(done.result).toMatchObject({ created: 4, invalid: 0 });
  const confirmed = { at: "2024-01-02T10:00:00.000Z", ip: "192.0.2.2", source: "import" };
  expect(await evidence()).toEqual([
    confirmed,
    confirmed,
    { at: "2024-01-01T10:00:00.000Z", ip: "192.0.2.1", source: "import" },
    { ...confirmed, ip: "192.0.2.1" },
  ]);
});

test("the source of Twilio's consents is recorded, and one that is named clearly comes before it", async () => {
  await run("contact_id,status,source,date_of_consent\n+4915112345601,opt-in,opt-in-message,2026-03-01\n");
  await run("Mobile,source,Consent source\n+4915112345602,web,paper form\n+4915112345603,web,\n");
  expect((await evidence()).map(({ source }) => source)).toEqual(["opt-in-message", "paper form", "import"]);
});

test("an address of a consent that is none is an error of its row", async () => {
  const done = await run("Mobile,Consent IP\n+4915112345601,2001:DB8::1\n+4915112345602,192.0.2.256\n");
  expect(done.result).toMatchObject({ created: 1, invalid: 1 });
  expect(await errors(done.id)).toContain("3,2,consent_ip,is not an IP address\r\n");
  expect((await evidence()).map(({ ip }) => ip)).toEqual(["2001:db8::1"]);
});

test("the ledger keeps the address of an imported consent", async () => {
  await run("Mobile,Consent IP\n+4915112345601,192.0.2.7\n");
  const { body } = await service.call("GET", "/subscribers");
  const consents = await service.call("GET", `/subscribers/${body.data.items[0].id}/consents`);
  expect(JSON.stringify(consents.body.data)).toContain("192.0.2.7");
});
