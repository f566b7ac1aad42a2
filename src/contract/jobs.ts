import { z } from "zod";

import { jobStates } from "#domain/jobs/job";

import { listPage, pagination, text } from "./fields.ts";

export const jobsQuery = z.object({
  kind: text(40).optional().meta({ description: "Only jobs of this kind." }),
  state: z.enum(jobStates).optional(),
  ...listPage,
});

export const jobPath = z.object({ id: z.string().max(60).meta({ description: "Id of the job, job_…" }) });

export const jobView = z
  .object({
    id: z.string(),
    kind: z.string().meta({ description: "What it does: `import`." }),
    state: z.enum(jobStates),
    progress: z.object({
      done: z.int(),
      total: z.int().nullable().meta({ description: "null: not known yet." }),
    }),
    result: z.record(z.string(), z.unknown()).nullable().meta({
      description: "Counts of what is done so far, by the kind of the job; final once it has ended.",
    }),
    error: z.string().nullable().meta({ description: "Why it failed." }),
    created_by: z.string(),
    created_at: z.iso.datetime(),
    started_at: z.iso.datetime().nullable(),
    finished_at: z.iso.datetime().nullable(),
    undoable_until: z.iso.datetime().nullable().meta({
      description:
        "Until when POST /jobs/{id}/undo takes back what it changed; null: it has not ended, it cannot be taken back, or it was.",
    }),
    undone_by: z.string().nullable().meta({ description: "The job that takes it back." }),
    undoes: z.string().nullable().meta({ description: "The job that this one takes back." }),
  })
  .meta({ id: "Job" });

export const jobsData = z.object({ items: z.array(jobView), pagination });
