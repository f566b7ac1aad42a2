import { SealBroken } from "#lib/secret-box";

import { recordHash } from "./chain.ts";
import type { ConsentKeys, PersonBox } from "./consent-keys.ts";
import type { LedgerReader, StoredRecord } from "./ledger-reader.ts";

/** A problem with the ledger. */
export type LedgerIssue = {
  readonly kind: "changed" | "missing" | "inserted" | "broken_seal" | "unknown_root";
  /** The first record concerned; null if it is not one record. */
  readonly recordId: number | null;
  /** A sentence for people. */
  readonly text: string;
};

const AT_ONCE = 2_000;

/**
 * Verifies the records of each person, from the first to the head, and that their key is the person's.
 *
 * @param decrypts whether to decrypt each record as well: only the installation could have encrypted it
 * @param people only these; null: everyone
 */
export async function verifyChains(
  reader: LedgerReader,
  keys: ConsentKeys,
  { decrypts, people }: { readonly decrypts: boolean; readonly people: readonly number[] | null },
): Promise<{ readonly records: number; readonly issue: LedgerIssue | null }> {
  const missing = people === null ? await findMissing(reader) : null;
  if (missing) return { records: 0, issue: missing };
  const walk = chainWalk(keys, decrypts);
  let records = 0;
  let after = { personId: 0, seq: 0 };
  for (;;) {
    const page = await reader.records(after, AT_ONCE, people);
    for (const record of page) {
      const issue = walk.next(record);
      if (issue) return { records, issue };
      records += 1;
    }
    if (page.length < AT_ONCE) return { records, issue: walk.end() };
    after = page.at(-1)!.fields;
  }
}

/** Issues that a pass over the records cannot detect: missing records are not among them. */
async function findMissing(reader: LedgerReader): Promise<LedgerIssue | null> {
  const empty = await reader.emptyPerson();
  if (empty !== null) return { kind: "missing", recordId: null, text: `All records of person ${empty} are gone.` };
  const orphan = await reader.orphan();
  if (orphan === null) return null;
  return { kind: "missing", recordId: orphan, text: `The person of record ${orphan} is missing.` };
}

/** Receives records by person and position, and returns the first issue. */
function chainWalk(keys: ConsentKeys, decrypts: boolean) {
  let last: StoredRecord | null = null;
  let box: PersonBox | null = null;

  /** Whether the person's row agrees that `last` is the last one. */
  function end(): LedgerIssue | null {
    if (!last || (last.fields.seq === last.person.length && last.hash.equals(last.person.head))) return null;
    const text = `Records after record ${last.id} are missing: the person has ${last.person.length}.`;
    return { kind: "missing", recordId: last.id, text };
  }

  function next(record: StoredRecord): LedgerIssue | null {
    const { id, fields, sealed, hash, person } = record;
    const isNew = last?.fields.personId !== fields.personId;
    const issue = isNew ? end() : null;
    if (issue) return issue;
    const previous = isNew ? null : last;
    last = record;
    if (isNew) {
      const opened = orBroken(() => boxOf(keys, person));
      if (opened === BROKEN) {
        return { kind: "changed", recordId: id, text: `The key of the person of record ${id} was changed.` };
      }
      box = opened;
    }
    if (fields.seq !== (previous?.fields.seq ?? 0) + 1) {
      return { kind: "missing", recordId: id, text: `The record before record ${id} is missing.` };
    }
    const isSame = recordHash(previous?.hash ?? Buffer.alloc(0), fields, sealed).equals(hash);
    if (isSame && (!decrypts || orBroken(() => box?.open(fields, sealed)) !== BROKEN)) return null;
    return { kind: "changed", recordId: id, text: `Record ${id} was changed, or is not in its place.` };
  }

  return { next, end };
}

/** null: erased. An erasure removes both, so if only one is left, the record was changed. */
function boxOf(keys: ConsentKeys, { lookup, sealedKey }: StoredRecord["person"]): PersonBox | null {
  if (lookup === null && sealedKey === null) return null;
  return keys.person(lookup ?? Buffer.alloc(0), sealedKey ?? Buffer.alloc(0));
}

const BROKEN = Symbol("cannot be decrypted");

function orBroken<T>(decrypt: () => T): T | typeof BROKEN {
  try {
    return decrypt();
  } catch (error) {
    if (error instanceof SealBroken) return BROKEN;
    throw error;
  }
}
