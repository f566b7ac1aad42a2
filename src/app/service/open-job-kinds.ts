import { importKind } from "#domain/imports/import-kind";
import type { JobKind } from "#domain/jobs/job-kind";
import type { ImportKindDeps } from "#domain/imports/import-job";
import { bulkKind, bulkUndoKind } from "#domain/subscribers/bulk";

import type { Queries } from "./open-queries.ts";

/** Every kind of job: one line for each. */
export function openJobKinds(
  queries: Queries,
  tools: Pick<ImportKindDeps, "box" | "unitOfWork" | "now">,
): readonly JobKind[] {
  return [bulkKind(queries), bulkUndoKind(queries), importKind({ ...queries, ...tools })];
}
