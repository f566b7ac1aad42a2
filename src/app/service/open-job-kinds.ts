import type { JobKind } from "#domain/jobs/job-kind";

import type { Queries } from "./open-queries.ts";

/** Every kind of job: one line for each. */
export function openJobKinds(_queries: Queries): readonly JobKind[] {
  return [];
}
