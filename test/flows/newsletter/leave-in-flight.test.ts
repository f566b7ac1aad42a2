import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, expect, test } from "vitest";

import { deliveriesOf, phonesOf, statesOf } from "../../support/database/ledger.ts";
import { eventually, numbers } from "../../support/engine/engine.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

/** The requests that the provider has not answered yet, by number. */
const asked = new Map<string, ServerResponse>();
const provider = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => asked.set(JSON.parse(Buffer.concat(chunks).toString()).to, response));
});
let service: TestService;

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(provider.address() as AddressInfo).port}`;
  service = await startTestService({
    TIDINGS_GATEWAY: `http://${host}/send?name=main&body={"to":"{to}"}&ok_status=200&id=/id&code=/code&later=BUSY`,
  });
});
afterAll(async () => {
  for (const response of asked.values()) response.end("{}");
  await service.end();
  provider.closeAllConnections();
  await new Promise((resolve) => provider.close(resolve));
});

const states = (id: string) => statesOf(service.pool, { message: id.slice(4) });

async function sendTo(mobiles: readonly string[], name: string): Promise<string> {
  const group = (await service.call("POST", "/groups", { name })).body.data.id as number;
  await service.pool.query(
    `with person as (insert into subscribers (phone, name) select unnest($1::text[]), 'N' returning id, phone)
     insert into memberships (group_id, subscriber_id, phone, state) select $2, id, phone, 'active' from person`,
    [mobiles, group],
  );
  asked.clear();
  return (await service.call("POST", "/send", { message: "Sale", group_ids: [group] })).body.data.message_id;
}

function answer(mobile: string, status: number, body: object): void {
  asked.get(mobile)!.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  asked.delete(mobile);
}

test("a person who leaves during a call to the provider, which then requires a retry, gets nothing", async () => {
  const [leaves, stays] = numbers(2, 950) as [string, string];
  const id = await sendTo([leaves, stays], "Asked once");
  await eventually(async () => asked.size === 2);
  await service.call("POST", "/newsletter/unsubscribe", { mobile: leaves });
  for (const mobile of [leaves, stays]) answer(mobile, 400, { code: "BUSY" });
  const isDue = async () =>
    (await service.pool.query("update retries set due = now() where phone = any($1)", [[leaves, stays]])).rowCount ===
    2;
  await eventually(isDue);
  await eventually(async () => (await states(id))["suppressed"] === 1);
  await eventually(async () => asked.has(stays));
  answer(stays, 200, { id: "1" });
  await eventually(async () => (await states(id))["sent"] === 1);
  expect([...asked.keys()]).toEqual([]);
  const { rows } = await service.pool.query("select phone, failure from deliveries where state = 'suppressed'");
  expect(rows).toEqual([{ phone: leaves, failure: "suppressed" }]);
});

test("a delivery that is ready behind a silent provider is withdrawn when its person leaves", async () => {
  const mobiles = numbers(400, 1_000);
  const id = await sendTo(mobiles, "Ready");
  const stateOf = async (mobile: string): Promise<string> =>
    (await deliveriesOf(service.pool, { phone: mobile }))[0]!.state;
  const ready = async (): Promise<string | undefined> => {
    const marked = await phonesOf(service.pool, { message: id.slice(4), state: "sending" });
    return marked.findLast((phone) => !asked.has(phone));
  };
  await eventually(async () => asked.size > 0 && (await ready()) !== undefined);
  const leaves = (await ready())!;
  await service.call("POST", "/newsletter/unsubscribe", { mobile: leaves });
  await eventually(async () => (await stateOf(leaves)) !== "sending");
  const sent: string[] = [];
  await eventually(async () => {
    for (const mobile of asked.keys()) {
      sent.push(mobile);
      answer(mobile, 200, { id: mobile });
    }
    return (await stateOf(leaves)) === "suppressed" && sent.length === mobiles.length - 1;
  });
  expect(sent).not.toContain(leaves);
});
