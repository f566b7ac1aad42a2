import { groupCommit } from "#lib/group-commit";

/**
 * Finds application passwords by their hashes, in batches and by at most two concurrent statements: password guessing
 * takes no more of the database than that, and a caller who arrives at the same time waits for one of them.
 */
export const passwordLookup = <Known extends { readonly hash: Buffer }>(
  byHashes: (hashes: readonly Buffer[]) => Promise<readonly Known[]>,
): ((hash: Buffer) => Promise<Known | null>) =>
  groupCommit<Buffer, Known | null>({
    maxBatch: 1_000,
    maxInFlight: 2,
    async flush(hashes) {
      const found = await byHashes(hashes);
      const byHash = new Map(found.map((row) => [row.hash.toString("latin1"), row]));
      return hashes.map((hash) => byHash.get(hash.toString("latin1")) ?? null);
    },
  });
