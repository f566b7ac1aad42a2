import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { creditEndpoint } from "#api/v1/gateways/credit";
import { creditReader, type CreditSource } from "#domain/credit/read-credit";
import { definitions } from "#gateways/index";
import { openGateways } from "../../support/gateways/open-gateways.ts";
import { creditQueries } from "#store/queries/gateways/credit";

import { apiWith } from "../../support/service/api.ts";
import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";

let db: TestDatabase;
let server: Server;
let asked = 0;
let answer: (response: ServerResponse) => void;
let now = 0;

beforeAll(async () => {
  db = await freshDatabase();
  server = createServer((_request, response) => {
    asked += 1;
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
beforeEach(async () => {
  asked = 0;
  answer = (response) => response.end('{"balance":"99.50"}');
  await db.pool.query("delete from gateway_states");
});
afterEach(() => server.closeAllConnections());
afterAll(async () => {
  server.close();
  await db.drop();
});

const port = (): number => (server.address() as AddressInfo).port;
const dsn = (name: string): string =>
  `http://u:p@127.0.0.1:${port()}/sms?name=${name}&body={"to":"{to}","text":"{text}"}&balance=/balance&balance_path=/balance&balance_unit=EUR&id=/id`;
const mute = (): string => `http://u:p@127.0.0.1:${port()}/sms?name=mute&body={"to":"{to}","text":"{text}"}&id=/id`;

function service(setting: string | null, timeoutMs = 5_000) {
  const tools = {
    fetch,
    clock: { now: () => now },
    random: () => 0.5,
    events: async () => undefined,
    log: () => undefined,
  };
  const sources: readonly CreditSource[] =
    setting === null
      ? []
      : openGateways(setting, definitions, () => tools).gateways.map(({ name, gateway }) => ({
          name,
          ...(gateway.credit && { credit: () => gateway.credit!() }),
        }));
  const store = creditQueries(db);
  const readCredit = creditReader(
    { sources: () => sources, store, clock: { now: () => now }, log: () => undefined },
    timeoutMs,
  );
  return { api: apiWith(db, [creditEndpoint({ readCredit })]), store };
}

test("the balance is a number at the top and the provider's decimal in data, and is stored", async () => {
  const { api, store } = service(dsn("main"));
  const { status, body } = await api.call("/credit");
  expect(status).toBe(200);
  expect(body).toEqual({
    status: "success",
    message: "The credit at main is 99.50 EUR.",
    error: [],
    credit: 99.5,
    creditSupported: true,
    data: {
      credit: "99.50",
      unit: "EUR",
      currency: "EUR",
      gateway: "main",
      checked_at: expect.stringMatching(/Z$/),
      stale: false,
    },
  });
  expect(await store.last("main")).toMatchObject({ amount: "99.50", unit: "EUR", checkedAt: expect.any(Number) });
  expect(await creditQueries(db).last("main")).toMatchObject({ amount: "99.50" });
});

test("the provider is queried once for all concurrent callers, and not again for five seconds", async () => {
  const { api } = service(dsn("main"));
  const answers = await Promise.all(Array.from({ length: 20 }, () => api.call("/credit")));
  expect(answers.every((one) => one.body.credit === 99.5)).toBe(true);
  now += 4_999;
  await api.call("/credit");
  expect(asked).toBe(1);
  now += 1;
  await api.call("/credit");
  expect(asked).toBe(2);
});

test("of several gateways the first that can report credit is queried, and each by its name", async () => {
  const { api } = service(`failover(${mute()} ${dsn("second")})`);
  expect((await api.call("/credit")).body.data.gateway).toBe("second");
  expect((await api.call("/credit?gateway=mute")).body).toMatchObject({
    credit: null,
    creditSupported: false,
    data: { credit: null, gateway: "mute", stale: false },
  });
  expect((await api.call("/credit?gateway=second")).body.credit).toBe(99.5);
  const unknown = await api.call("/credit?gateway=third");
  expect([unknown.status, unknown.body.code]).toEqual([404, "not_found"]);
  const none = await service(null).api.call("/credit");
  expect([none.status, none.body.code]).toEqual([409, "no_gateway"]);
});

const broken: [string, (response: ServerResponse) => void][] = [
  ["hangs", () => undefined],
  ["answers 500", (response) => response.writeHead(500).end("<html>")],
  ["breaks off", (response) => response.destroy()],
  ["answers prose", (response) => response.end('{"balance":"10.00 USD"}')],
  ["hangs in the middle of its answer", (response) => void response.write('{"balance":')],
];

test.each(broken)("a gateway that %s is 502 with the last balance beside it", async (_what, bad) => {
  const { api } = service(dsn("main"), 300);
  answer = bad;
  const first = await api.call("/credit");
  expect([first.status, first.body.code]).toEqual([502, "gateway_unreachable"]);
  expect(first.body.data).toMatchObject({ credit: null, checked_at: null, stale: true });
  await creditQueries(db).save({ gateway: "main", amount: "12.25", unit: "EUR", currency: "EUR" });
  now += 10_000;
  const again = service(dsn("main"), 300).api;
  const second = await again.call("/credit");
  expect(second.status).toBe(502);
  expect(second.body.data).toMatchObject({
    credit: "12.25",
    unit: "EUR",
    gateway: "main",
    stale: true,
    checked_at: expect.stringMatching(/Z$/),
    status: 502,
  });
});

test("a gateway that hangs is queried once, however often users ask meanwhile", async () => {
  const { api } = service(dsn("main"), 100);
  answer = () => undefined;
  for (let call = 0; call < 3; call += 1) expect((await api.call("/credit")).status).toBe(502);
  expect(asked).toBe(1);
});

test("the last balance is read from the database once a second, however many callers there are", async () => {
  const store = creditQueries(db);
  await store.save({ gateway: "hot", amount: "5", unit: "messages", currency: null });
  let queries = 0;
  const query: typeof db.query = (...all) => {
    queries += 1;
    return db.query(...all);
  };
  const counting = creditQueries({ ...db, query });
  await Promise.all(Array.from({ length: 1_000 }, () => counting.last("hot")));
  expect(queries).toBe(1);
});
