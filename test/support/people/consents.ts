import { guardHashes } from "#domain/guard/guard-hashes";
import type { ErasureKeys } from "#store/queries/privacy/erase-people";
import { createHash, createSecretKey, randomBytes } from "node:crypto";

import type pg from "pg";

import { consentKeys } from "#domain/consent/consent-keys";
import type { Phone } from "#domain/recipients/phone";
import type { Db } from "#store/database";
import { consentQueries, type ConsentQueries } from "#store/queries/consent/consents";

/** The keys of an installation, the same in every call. */
export const testConsentKeys = consentKeys(
  (purpose) => createSecretKey(createHash("sha256").update(purpose).digest()),
  randomBytes,
);

export const testErasureKeys: ErasureKeys = {
  keys: testConsentKeys,
  numberHash: guardHashes(createSecretKey(Buffer.alloc(32))).number,
};

/** The consent ledger of a database. */
export const consentsOver = (db: Db): ConsentQueries => consentQueries(db, testConsentKeys);

/** Seals every record that is not sealed yet. */
export async function sealLedger(db: Db, { sealing }: ConsentQueries): Promise<void> {
  await db.pool.query("update consent_sealings set due = now()");
  const job = (await sealing.claim("test", 30_000))!;
  while ((await sealing.step(job, 30_000)) !== null);
}

/** The number of the nth person of a ledger. */
export const nthPerson = (n: number): Phone => `+49152${String(n).padStart(8, "0")}` as Phone;

/**
 * The operator's choice that marketing to people without a consent on record is sent, with a warning. For tests that
 * are about something else.
 */
export async function allowWithoutRecord(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into settings (name, value) values ('consent', '{"requireRecord": "warn"}')
     on conflict (name) do update set value = settings.value || excluded.value`,
  );
}

/** Changes the ledger as only the owner of the database can: without its triggers. */
export async function tamper(pool: pg.Pool, statement: string, values: readonly unknown[] = []): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("set local session_replication_role = replica");
    await client.query(statement, [...values]);
    await client.query("commit");
  } finally {
    client.release();
  }
}

/** Makes all records of the ledger older. @param by an interval of PostgreSQL */
export const ageConsents = (pool: pg.Pool, by: string): Promise<void> =>
  tamper(pool, "update consent_records set at = at - $1::interval", [by]);
