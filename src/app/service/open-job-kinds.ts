import { importKind } from "#domain/imports/import-kind";
import type { JobKind } from "#domain/jobs/job-kind";
import { bulkKind, bulkUndoKind } from "#domain/subscribers/bulk";

import type { SecretBox } from "#lib/secret-box";

import type { Queries } from "./open-queries.ts";

/** Every kind of job: one line for each. */
export function openJobKinds(
  queries: Queries,
  { box, now }: { readonly box: SecretBox; readonly now: () => number },
): readonly JobKind[] {
  return [bulkKind(queries), bulkUndoKind(queries), importKind({ ...queries, box, now })];
}
