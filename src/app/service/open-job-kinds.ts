import type { JobKind } from "#domain/jobs/job-kind";
import { bulkKind } from "#domain/subscribers/bulk";

import type { Queries } from "./open-queries.ts";

/** Every kind of job: one line for each. */
export function openJobKinds(queries: Queries): readonly JobKind[] {
  return [bulkKind(queries)];
}
