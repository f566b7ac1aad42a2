import { z } from "zod";

import { importErrorsPath } from "#contract/imports";
import { DomainError } from "#domain/error";
import { IMPORT_KIND } from "#domain/imports/import-kind";
import type { ImportStore } from "#domain/imports/import-store";
import { findJob, type JobDeps } from "#domain/jobs/jobs";
import { withoutPrefix, type Uuid } from "#lib/ids";

import { csvStream, type CsvCells } from "../../response/csv-stream.ts";
import { endpoint, type Endpoint } from "../../endpoint.ts";

const PAGE = 1_000;

/** `GET /imports/{id}/errors`. */
export function importErrorsEndpoint(ports: JobDeps & { readonly imports: Pick<ImportStore, "issues"> }): Endpoint {
  return endpoint({
    operationId: "listImportErrors",
    method: "GET",
    path: "/imports/{id}/errors",
    access: "svc_subscribers",
    tag: "Subscribers",
    summary: "Download the rows that an import left out",
    description:
      "A CSV file with the row in the imported file, the column and the problem; at most 100,000 rows. It contains no names and no numbers, so it is not another copy of the list. Kept for as long as the job.",
    input: importErrorsPath,
    stream: "csv",
    data: z.string(),
    errors: ["not_found"],
    async handle({ id }, { caller }) {
      const job = await findJob(ports, withoutPrefix("job", id), caller);
      if (job.kind !== IMPORT_KIND) throw new DomainError("not_found", "This job is not an import.");
      return csvStream("import-errors.csv", ["row", "column", "target", "error"], pages(ports.imports, job.id));
    },
  });
}

async function* pages(imports: Pick<ImportStore, "issues">, id: Uuid): AsyncGenerator<readonly CsvCells[]> {
  for (let after = 0; ;) {
    const issues = await imports.issues(id, after, PAGE);
    yield issues.map(({ row, column, target, reason }) => [row, column, target, reason]);
    if (issues.length < PAGE) return;
    after = issues.at(-1)!.row;
  }
}
