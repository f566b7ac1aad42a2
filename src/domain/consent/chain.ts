import { createHash } from "node:crypto";

/** The fields of a record that its hash covers. */
export type ChainedFields = {
  readonly personId: number;
  readonly seq: number;
  readonly groupId: number | null;
  readonly kind: string;
  readonly source: string;
  /** Microseconds since 1970, as PostgreSQL keeps it. */
  readonly atMicros: number;
};

/** Each part is preceded by its length, so that no two lists of parts have the same bytes. */
function lengthPrefixed(parts: readonly (string | Uint8Array)[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = typeof part === "string" ? Buffer.from(part, "utf8") : part;
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.byteLength);
      return [length, bytes];
    }),
  );
}

function plainParts({ personId, seq, groupId, kind, source, atMicros }: ChainedFields): readonly string[] {
  return [String(personId), String(seq), groupId === null ? "" : String(groupId), kind, source, String(atMicros)];
}

/** The context that the personal fields of a record are sealed with: they cannot be opened in any other row. */
export function recordContext(fields: ChainedFields): string {
  return lengthPrefixed(["consent record", ...plainParts(fields)]).toString("latin1");
}

/**
 * The hash of a record.
 *
 * @param previous hash of the person's previous record; empty for the first
 * @param sealed the encrypted fields: the hash stays valid once their key is destroyed
 */
export function recordHash(previous: Uint8Array, fields: ChainedFields, sealed: Uint8Array): Buffer {
  return createHash("sha256")
    .update(lengthPrefixed(["tidings consent record 1", previous, ...plainParts(fields), sealed]))
    .digest();
}

/**
 * The root of a seal.
 *
 * @param previous root of the previous seal; empty for the first
 */
export function sealRoot(
  previous: Uint8Array,
  number: number,
  records: readonly { readonly id: number; readonly hash: Uint8Array }[],
): Buffer {
  const hash = createHash("sha256");
  hash.update(lengthPrefixed(["tidings consent seal 1", previous, String(number), String(records.length)]));
  for (const record of records) hash.update(lengthPrefixed([String(record.id), record.hash]));
  return hash.digest();
}
