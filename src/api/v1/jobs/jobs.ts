import { jobsData, jobsQuery } from "#contract/jobs";
import type { JobFilter } from "#domain/jobs/job-store";
import { visibleJobs, type JobDeps } from "#domain/jobs/jobs";
import { counted } from "#lib/counted";
import { withoutPrefix, withPrefix, type Uuid } from "#lib/ids";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { pageOf, readCursor } from "../../response/paged-list.ts";
import { cursorOf, readShortPage } from "../../response/short-list.ts";
import { shownJob } from "./job-view.ts";

const LIST = "jobs";

/** `GET /jobs`. */
export function jobsEndpoint(ports: JobDeps): Endpoint {
  return endpoint<typeof jobsQuery, { filter: JobFilter; before: Uuid | null; limit: number }>({
    operationId: "listJobs",
    method: "GET",
    path: "/jobs",
    access: "user",
    tag: "Jobs",
    summary: "List jobs",
    description:
      "Newest first: your own jobs, or everyone's with svc_setting. A job is kept for 30 days after its end.",
    input: jobsQuery,
    data: jobsData,
    read(fields, { caller }, issues) {
      const { after, limit } = readShortPage(LIST, fields, issues);
      return {
        filter: visibleJobs(ports, caller, { kind: fields.kind ?? null, state: fields.state ?? null }),
        before: readCursor(after ?? undefined, (key) => withoutPrefix("job", key), issues),
        limit,
      };
    },
    async handle({ filter, before, limit }) {
      const found = await ports.jobs.list(filter, before, limit + 1);
      const { items, pagination } = pageOf(found, limit, ({ id }) => cursorOf(LIST, withPrefix("job", id)));
      return {
        message: `${counted(items.length, "job")}.`,
        data: { items: items.map((job) => shownJob(job, ports.jobKinds)), pagination },
      };
    },
  });
}
