// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type JobsOperations = {
  /**
   * List jobs.
   *
   * Newest first: your own jobs, or everyone's with svc_setting. A job is kept for 30 days after its end.
   */
  listJobs: {
    kind: "page";
    input: {
      /** Only jobs of this kind. */
      kind?: string | undefined;
      state?: "queued" | "running" | "completed" | "failed" | "canceled" | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: WithWarnings<{
      items: Schemas["Job"][];
      pagination: Schemas["Pagination"];
    }>;
    item: Schemas["Job"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /** Show the progress of a job. */
  getJob: {
    kind: "data";
    input: {
      /** Id of the job, job_… */
      id: string;
    };
    data: WithWarnings<Schemas["Job"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Cancel a job.
   *
   * Ends the job after the step that is running. What it has done so far stays done.
   */
  cancelJob: {
    kind: "data";
    input: {
      /** Id of the job, job_… */
      id: string;
    };
    data: WithWarnings<Schemas["Job"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "not_in_this_state";
  };
  /**
   * Take back a job.
   *
   * Starts a job that takes back exactly what an ended job changed, for 24 hours after its end: `undoable_until` says whether that is possible. After `add_to_group`, everyone it made a member leaves the group again, with consents and events as for a removal, and can be added again, except people whose membership was changed since or who requested it themselves. A repeated call returns the same job.
   */
  undoJob: {
    kind: "data";
    input: {
      /** Id of the job, job_… */
      id: string;
    };
    data: WithWarnings<Schemas["Job"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "not_in_this_state" | "conflict";
  };
};
