import { createSecretKey, randomBytes } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { guard } from "#domain/guard/guard";
import { guardHashes } from "#domain/guard/guard-hashes";
import { guardSection } from "#domain/guard/guard-settings";
import { checkOtp } from "#domain/otp/check-otp";
import { codeOf, OTP_TRIES } from "#domain/otp/otp-code";
import { sendOtp, type SendOtpCommand, type SendOtpDeps } from "#domain/otp/send-otp";
import type { Phone } from "#domain/recipients/phone";
import { spendRules } from "#domain/spending/spend-rules";
import { uuidv7 } from "#lib/ids";
import type { Db } from "#store/database";
import { acceptQueries } from "#store/queries/accept/accept";
import { creditQueries } from "#store/queries/gateways/credit";
import { guardQueries } from "#store/queries/guard/code-requests";
import { otpQueries } from "#store/queries/otp/one-time-passwords";
import { settingsQueries } from "#store/queries/settings/settings";
import { spendingQueries } from "#store/queries/spending/spending";
import { pruningQueries } from "#store/queries/upkeep/pruning";

import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";
import { openDb } from "../../support/database/open-db.ts";
import { sandbox } from "../../support/people/newsletter.ts";
import { testConsentKeys } from "../../support/people/consents.ts";

const otpKey = createSecretKey(randomBytes(32));
const hashes = guardHashes(createSecretKey(randomBytes(32)));
let db: TestDatabase;
let second: Db;
let nodes: SendOtpDeps[];

beforeAll(async () => {
  db = await freshDatabase();
  second = await openDb(db.connection, { max: 10 });
  nodes = [db, second].map(nodeOn);
});
afterAll(async () => {
  await second.close();
  await db.drop();
});

function nodeOn(node: Db): SendOtpDeps {
  return {
    otps: otpQueries(node),
    guard: guard({
      store: guardQueries(node),
      unitOfWork: node,
      settings: async () => guardSection.defaults,
      hashes,
      country: "DE",
      clock: node,
      log: () => undefined,
    }),
    hashes,
    unitOfWork: node,
    otpKey,
    messages: acceptQueries(node, () => undefined),
    routes: { byDefault: () => sandbox, byName: () => null, names: () => [] },
    newId: () => uuidv7(node.now()),
    spendRules: spendRules(settingsQueries(node).read, { clock: node, inTransaction: node.inTransaction }),
    spending: spendingQueries(node),
    credit: creditQueries(node),
    now: node.now,
    timeZone: () => "UTC",
  };
}

const command = (phone: string): SendOtpCommand => ({
  phone: phone as Phone,
  owner: "test:1",
  purpose: "",
  digits: 6,
  validFor: 300,
  wording: { template: "{{code}}", senderName: "", validFor: 300, form: { kind: "plain" } },
  sender: null,
  ip: null,
});

const selector = (phone: string) => ({ owner: "test:1", purpose: "", numberHash: hashes.number(phone as Phone) });

/** Many checks at once, on both nodes in turn. @returns how many succeeded */
async function checks(phone: string, codes: readonly string[]): Promise<number> {
  const all = codes.map((code, nth) =>
    checkOtp(nodes[nth % 2]!, selector(phone), code).then(
      () => true,
      (error: { code?: string }) => {
        expect(error.code).toBe("verification_failed");
        return false;
      },
    ),
  );
  return (await Promise.all(all)).filter(Boolean).length;
}

async function sent(phone: string): Promise<string> {
  const { id } = await sendOtp(nodes[0]!, command(phone));
  return codeOf(otpKey, { id, numberHash: hashes.number(phone as Phone), digits: 6 });
}

const tries = async (): Promise<number[]> =>
  (await db.pool.query<{ tries: number }>("select tries from one_time_passwords")).rows.map((row) => row.tries);

test("of two right checks at the same time, on two nodes, one succeeds", async () => {
  for (let round = 0; round < 5; round += 1) {
    const phone = `+49151200${round}0000`;
    const code = await sent(phone);
    expect(await checks(phone, [code, code])).toBe(1);
  }
  expect(await tries()).toEqual([]);
});

test("forty guesses at once on two nodes are five attempts, and the right code does not help after them", async () => {
  const phone = "+4915130000000";
  const code = await sent(phone);
  const guesses = Array.from({ length: 40 }, (_, nth) => String((Number(code) + 1 + nth) % 1_000_000).padStart(6, "0"));
  expect(await checks(phone, guesses)).toBe(0);
  expect(await tries()).toEqual([OTP_TRIES]);
  expect(await checks(phone, [code])).toBe(0);
  await db.pool.query("delete from one_time_passwords");
});

test("of ten requests for one number at the same time, one sends a code", async () => {
  const calls = Array.from({ length: 10 }, (_, nth) =>
    sendOtp(nodes[nth % 2]!, command("+4915140000000")).then(
      () => true,
      (error: { code?: string }) => {
        expect(error.code).toBe("too_many_requests");
        return false;
      },
    ),
  );
  expect((await Promise.all(calls)).filter(Boolean)).toHaveLength(1);
  expect((await db.pool.query("select from deliveries where phone = '+4915140000000'")).rowCount).toBe(1);
});

test("a failed check and one for an unknown number both write to the log of the database", async () => {
  const position = async (): Promise<bigint> => {
    const { rows } = await db.pool.query<{ at: string }>("select pg_current_wal_insert_lsn() - '0/0' as at");
    return BigInt(rows[0]!.at);
  };
  for (const phone of ["+4915140000000", "+4915150000000"]) {
    const before = await position();
    expect(await checks(phone, ["000000x"])).toBe(0);
    expect(await position()).toBeGreaterThan(before);
  }
});

test("expired one-time passwords are deleted, and those that a clock put far into the future", async () => {
  await db.pool.query("delete from one_time_passwords");
  const store = pruningQueries(db, testConsentKeys);
  await db.pool.query("delete from code_requests");
  for (const phone of ["+4915160000000", "+4915161000000", "+4915162000000"]) await sent(phone);
  expect(await store.pruneOneTimePasswords(10)).toBe(0);
  const expire = "update one_time_passwords set expires_at = now() + $1::interval where number_hash = $2";
  await db.pool.query(expire, ["-1 second", hashes.number("+4915160000000" as Phone)]);
  await db.pool.query(expire, ["1 year", hashes.number("+4915161000000" as Phone)]);
  expect(await store.pruneOneTimePasswords(10)).toBe(2);
  expect(await tries()).toEqual([0]);
});
