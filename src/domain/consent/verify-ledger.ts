import { sealRoot } from "./chain.ts";
import type { ConsentKeys } from "./consent-keys.ts";
import type { LedgerReader, StoredSeal } from "./ledger-reader.ts";
import { verifyChains, type LedgerIssue } from "./verify-chains.ts";

export type LedgerReport = {
  /** How many were verified. */
  readonly records: number;
  readonly seals: number;
  /** false: only the newest and a sample. */
  readonly complete: boolean;
  /** The newest seal, to be compared with what the log or a backup says. */
  readonly newest: { readonly number: number; readonly root: string } | null;
  /** null: no issue was found. */
  readonly issue: LedgerIssue | null;
};

export type VerifyOptions = {
  /** Above this number of records, only the newest and a sample are verified; null: everything is, and decrypted. */
  readonly bound: number | null;
  /** A root that was noted earlier, in hexadecimal: it must be one of this ledger's. */
  readonly root?: string | undefined;
};

const SEALS_AT_ONCE = 10;
const SAMPLE = { newest: 1_000, others: 1_000 } as const;

/**
 * Verifies each person's chain and the chain of seals.
 *
 * Detects records that were changed, removed, inserted or moved. An attacker who can also rewrite a person's head and
 * recompute all hashes is detected by the seals, whose roots need the installation's key; one who has that key, by
 * comparison with a root in a log or a backup.
 */
export async function verifyLedger(
  reader: LedgerReader,
  keys: ConsentKeys,
  { bound, root }: VerifyOptions,
): Promise<LedgerReport> {
  return reader.snapshot(async () => {
    const size = await reader.size();
    const complete = bound === null || size.records <= bound;
    const seals = await verifySeals(reader, keys, complete ? 0 : await firstOfNewest(reader, size.seals, bound), root);
    const people = complete ? null : await reader.sample(SAMPLE.newest, SAMPLE.others);
    const chains = await verifyChains(reader, keys, { decrypts: bound === null, people });
    const issue = seals.missing ?? chains.issue ?? seals.issue ?? (complete ? await findUnlisted(reader, size) : null);
    return { records: chains.records, seals: seals.count, complete, newest: seals.newest, issue };
  });
}

/** The seal after which the newest ones list about `bound` records. */
async function firstOfNewest(reader: LedgerReader, seals: number, bound: number): Promise<number> {
  let from = seals;
  for (let listed = 0; from > 0; from -= 1) {
    const [seal] = await reader.seals(from - 1, 1);
    listed += seal?.recordIds.length ?? 0;
    if (listed > bound) break;
  }
  return from;
}

type VerifiedSeals = {
  readonly count: number;
  readonly newest: LedgerReport["newest"];
  /** A record that a seal lists and that is gone. */
  readonly missing: LedgerIssue | null;
  readonly issue: LedgerIssue | null;
};

/** @param after the seal before the first one that is verified: its root is taken on trust */
async function verifySeals(
  reader: LedgerReader,
  keys: ConsentKeys,
  after: number,
  wanted: string | undefined,
): Promise<VerifiedSeals> {
  let previous: StoredSeal | undefined = after === 0 ? undefined : (await reader.seals(after - 1, 1))[0];
  let count = 0;
  let issue: LedgerIssue | null = null;
  let isKnown = wanted === undefined;
  for (;;) {
    const page = await reader.seals(previous?.number ?? after, SEALS_AT_ONCE);
    for (const seal of page) {
      const { missing, broken } = await verifySeal(reader, keys, seal, previous);
      if (missing) return { count, newest: shown(previous), missing, issue };
      issue ??= broken;
      isKnown ||= seal.root.toString("hex") === wanted;
      previous = seal;
      count += 1;
    }
    if (page.length < SEALS_AT_ONCE) break;
  }
  if (!isKnown) issue ??= { kind: "unknown_root", recordId: null, text: "The given root is not one of this ledger." };
  return { count, newest: shown(previous), missing: null, issue };
}

async function verifySeal(
  reader: LedgerReader,
  keys: ConsentKeys,
  { number, recordIds, root, mac }: StoredSeal,
  previous: StoredSeal | undefined,
): Promise<{ readonly missing: LedgerIssue | null; readonly broken: LedgerIssue | null }> {
  const broken = (text: string): LedgerIssue => ({ kind: "broken_seal", recordId: null, text });
  const expected = (previous?.number ?? 0) + 1;
  if (number !== expected) return { missing: null, broken: broken(`Seal ${expected} is missing.`) };
  const hashes = await reader.hashes(recordIds);
  const gone = recordIds.find((_, index) => hashes[index] === null);
  if (gone !== undefined) {
    const text = `Record ${gone} is missing: seal ${number} lists it.`;
    return { missing: { kind: "missing", recordId: gone, text }, broken: null };
  }
  const records = recordIds.map((id, index) => ({ id, hash: hashes[index]! }));
  if (!sealRoot(previous?.root ?? Buffer.alloc(0), number, records).equals(root)) {
    const range = `${Math.min(...recordIds)} to ${Math.max(...recordIds)}`;
    return { missing: null, broken: broken(`Seal ${number} does not fit its records, which are among ${range}.`) };
  }
  const isOurs = keys.isMac(root, mac);
  return { missing: null, broken: isOurs ? null : broken(`Seal ${number} was not written by this installation.`) };
}

const shown = (seal: StoredSeal | undefined): LedgerReport["newest"] =>
  seal ? { number: seal.number, root: seal.root.toString("hex") } : null;

async function findUnlisted(
  reader: LedgerReader,
  { records, listed, unsealed }: { records: number; listed: number; unsealed: number },
): Promise<LedgerIssue | null> {
  if (records === listed + unsealed) return null;
  const recordId = await reader.unlisted();
  const text =
    recordId === null ? "A seal lists a record twice." : `Record ${recordId} is in no seal: it was inserted later.`;
  return { kind: "inserted", recordId, text };
}
