// Generated from openapi.json by `npm run generate`. Do not edit.
export type CommonSchemas = {
  Detail: {
    field: string;
    code: string;
    message: string;
    value?: unknown;
    did_you_mean?: string;
  };
  Job: {
    id: string;
    /** What it does: `import`. */
    kind: string;
    state: "queued" | "running" | "completed" | "failed" | "canceled";
    progress: {
      done: number;
      /** null: not known yet. */
      total: number | null;
    };
    /** Counts of what is done so far, by the kind of the job; final once it has ended. */
    result: Record<string, unknown> | null;
    /** Why it failed. */
    error: string | null;
    created_by: string;
    created_at: string;
    started_at: string | null;
    finished_at: string | null;
    /** Until when POST /jobs/{id}/undo takes back what it changed; null: it has not ended, it cannot be taken back, or it was. */
    undoable_until: string | null;
    /** The job that takes it back. */
    undone_by: string | null;
    /** The job that this one takes back. */
    undoes: string | null;
  };
  NumberWithVariables: {
    number: string;
    /** Values for the variables of the text: {{name}}. */
    variables?: Record<string, string | number> | undefined;
  };
  Pagination: {
    per_page: number;
    next_cursor: string | null;
  };
};
