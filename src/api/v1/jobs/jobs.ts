import { jobsData, jobsQuery } from "#contract/jobs";
import type { JobFilter } from "#domain/jobs/job-store";
import { visibleJobs, type JobDeps } from "#domain/jobs/jobs";
import { counted } from "#lib/counted";
import { withoutPrefix, withPrefix } from "#lib/ids";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { cursorOf, readShortPage, type ShortPage } from "../../short-list.ts";
import { shownJob } from "./job-view.ts";

/** `GET /jobs`. */
export function jobsEndpoint(ports: JobDeps): Endpoint {
  return endpoint<typeof jobsQuery, { filter: JobFilter; page: ShortPage }>({
    operationId: "listJobs",
    method: "GET",
    path: "/jobs",
    access: "user",
    tag: "Jobs",
    summary: "List jobs",
    description:
      "Newest first: your own jobs, or everybody's with svc_setting. A job is kept for 30 days after its end.",
    input: jobsQuery,
    data: jobsData,
    read(fields, { caller }, issues) {
      const page = readShortPage("jobs", fields, issues);
      if (page.after !== null && withoutPrefix("job", page.after) === null) {
        issues.push({ field: "cursor", code: "invalid_format", message: "is not a cursor of this list" });
      }
      return { filter: visibleJobs(ports, caller, { kind: fields.kind ?? null, state: fields.state ?? null }), page };
    },
    async handle({ filter, page: { limit, after, list } }) {
      const before = after === null ? null : withoutPrefix("job", after);
      const found = await ports.jobs.list(filter, before, limit + 1);
      const items = found.slice(0, limit);
      const next = found.length > limit ? cursorOf(list, withPrefix("job", items.at(-1)!.id)) : null;
      return {
        message: `${counted(items.length, "job")}.`,
        data: { items: items.map(shownJob), pagination: { per_page: limit, next_cursor: next } },
      };
    },
  });
}
