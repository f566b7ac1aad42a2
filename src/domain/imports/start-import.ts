import type { Uuid } from "#lib/ids";
import type { Encoding } from "#lib/csv/decode";

import { DomainError } from "../error.ts";
import type { Job } from "../jobs/job.ts";
import type { JobStore } from "../jobs/job-store.ts";
import type { NewsletterStore } from "../newsletter/newsletter-store.ts";
import { requireGroups } from "../newsletter/require-groups.ts";
import type { NewsletterSettings } from "../newsletter/settings.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import type { ImportParams } from "./import-job.ts";
import { IMPORT_KIND } from "./import-kind.ts";
import type { ColumnTarget, ImportedPerson, ImportPlan, ImportState, RowIssue, RuleForKnown } from "./import.ts";
import { readRows, type ReadRowsDeps } from "./read-rows.ts";
import { uploadFile, type FileOptions, type UploadDeps } from "./upload.ts";

export type ImportDeps = UploadDeps &
  ReadRowsDeps & {
    readonly jobs: Pick<JobStore, "create">;
    readonly newsletter: Pick<NewsletterStore, "groups">;
    readonly newsletterSettings: () => Promise<NewsletterSettings>;
    readonly unitOfWork: UnitOfWork;
    readonly clock: { readonly now: () => number };
    readonly newId: () => Uuid;
  };

export type ImportCommand = FileOptions &
  Omit<
    ImportPlan,
    "delimiter" | "columns" | "groups" | "isFallback" | "pendingOnly" | "state" | "onExisting" | "update"
  > & {
    readonly onExisting: RuleForKnown;
    /** null: the default group, for rows that name none. */
    readonly groups: readonly number[] | null;
    /** Principal of the caller. */
    readonly actor: string;
  };

/** What the caller learns about the file at once; the rest is counted by the job. */
export type ImportPreview = {
  readonly encoding: Encoding;
  readonly delimiter: string;
  readonly columns: readonly { readonly heading: string; readonly target: ColumnTarget }[];
  readonly samples: readonly (ImportedPerson | RowIssue)[];
  readonly warnings?: readonly string[];
};

export type StartedImport = { readonly job: Job; readonly preview: ImportPreview };

/**
 * Stores a file and creates the job that imports it.
 *
 * @param once makes the job at most once for a repeated call, identified by the file's digest
 * @throws DomainError forbidden: the site requires a code from everyone; invalid_parameter, too_many_requests
 */
export async function startImport<Started>(
  ports: ImportDeps,
  command: ImportCommand,
  source: AsyncIterable<Uint8Array>,
  once: (digest: Buffer, create: () => Promise<StartedImport>) => Promise<Started>,
): Promise<Started> {
  const state = command.state ?? "active";
  const { country, onExisting, dryRun, consent, actor, createGroups } = command;
  const pendingOnly = !(await ports.newsletterSettings()).callMaySwitchOff;
  if (state === "active" && pendingOnly) {
    throw new DomainError(
      "forbidden",
      "This site requires a code from every new subscriber: import with state=pending.",
    );
  }
  const groups = (await requireGroups(ports.newsletter, command.groups)).map(({ id }) => id);
  const id = ports.newId();
  const { encoding, digest, ...shape } = await uploadFile(ports, id, source, command);
  const { delimiter, columns, skip } = shape;
  const plan: ImportPlan = {
    delimiter,
    columns,
    country,
    groups,
    isFallback: command.groups === null,
    createGroups: createGroups ?? false,
    state,
    pendingOnly,
    onExisting,
    update: onExisting === "update",
    dryRun,
    consent,
  };
  const params: ImportParams = { plan, skip, firstRow: command.header ? 2 : 1 };
  let isCreated = false;
  try {
    const { found: samples } = await readRows(ports, plan, {
      rows: shape.samples,
      first: params.firstRow,
      now: ports.clock.now(),
    });
    const warnings = [
      ...shape.overlooked.map((heading) => overlooked(heading, state)),
      ...shape.groupIds.map(groupIdsSkipped),
    ];
    const preview: ImportPreview = {
      encoding,
      delimiter,
      columns: shape.headings.map((heading, nth) => ({ heading, target: columns[nth]! })),
      samples,
      ...(warnings.length > 0 && { warnings }),
    };
    return await once(digest, async () => {
      const job = await ports.jobs.create({ id, kind: IMPORT_KIND, params, total: null, createdBy: actor });
      isCreated = true;
      return { job, preview };
    });
  } finally {
    if (!isCreated) await ports.imports.drop(id);
  }
}

function overlooked(heading: string, state: ImportState): string {
  return `Column ${JSON.stringify(heading)} seems to say who opted out, and is skipped: its rows count as ${state}. Map a column to state to read it.`;
}

function groupIdsSkipped(heading: string): string {
  return `Column ${JSON.stringify(heading)} seems to have ids of groups, and is skipped, because another service has other ids. If they are ids of groups here, map the column to groups.`;
}
