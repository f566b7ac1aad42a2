import { importData, importRequest } from "#contract/imports";
import { limits } from "#contract/limits";
import type { Detail } from "#domain/error";
import { isTarget } from "#domain/imports/columns";
import type { ColumnTarget, ImportedPerson, RowIssue } from "#domain/imports/import";
import { startImport, type ImportCommand, type ImportDeps, type StartedImport } from "#domain/imports/start-import";
import type { IdempotencyStore } from "#domain/messages/idempotency-store";
import type { GroupLookup } from "#domain/newsletter/group-store";
import type { Country } from "#domain/recipients/phone";

import { endpoint, type Endpoint, type Reply } from "../../endpoint.ts";
import { jobCreated, shownJob } from "../jobs/job-view.ts";
import { oncePerFile } from "../once-per-file.ts";
import { readCountry } from "../read-country.ts";
import { readGroups } from "../newsletter/newsletter-fields.ts";

export type ImportEndpointDeps = Omit<ImportDeps, "box"> & {
  readonly importBox: ImportDeps["box"];
  readonly groups: GroupLookup;
  readonly country: Country | null;
  readonly base: string;
  readonly idempotency: IdempotencyStore;
};

const TYPES = ["text/csv", "text/plain", "application/vnd.ms-excel", "application/octet-stream"];

/** `POST /imports`. */
export function importsEndpoint(services: ImportEndpointDeps): Endpoint {
  return endpoint<typeof importRequest, ImportCommand>({
    operationId: "importSubscribers",
    method: "POST",
    path: "/imports",
    access: "svc_subscribers",
    tag: "Subscribers",
    summary: "Import subscribers from a file",
    description:
      "The body is a CSV file; parameters are in the query. The reply says how the file is read, and a job imports it: its result counts rows, invalid ones, duplicates, and the people who were created, updated, left unchanged, suppressed and unsubscribed. Numbers that opted out stay out. Of two rows with one number the later one counts, unless the earlier one says unsubscribed or left. A column may name groups. No codes are sent, and no `new_subscriber` webhook fires. The encoding, the delimiter and the columns of listmonk, Mailchimp, Twilio and WP SMS are recognized.",
    input: importRequest,
    upload: { types: TYPES, most: limits.importBytes },
    data: importData,
    status: 201,
    errors: ["forbidden", "payload_too_large"],
    idempotency: "own",
    async read(fields, { caller }, issues) {
      return {
        encoding: fields.encoding ?? null,
        delimiter: fields.delimiter ?? null,
        header: fields.header ?? true,
        mapping: fields.mapping ? readMapping(fields.mapping, issues) : null,
        country: readCountry(fields.country, issues) ?? services.country,
        groups: await readGroups(services.groups, fields, issues),
        state: fields.state ?? null,
        onExisting: fields.on_existing ?? "skip",
        createGroups: fields.on_unknown_group === "create",
        dryRun: fields.dry_run ?? false,
        consent: { source: fields.consent_source ?? "import", wording: fields.consent_wording ?? null },
        actor: caller.principal,
      };
    },
    handle: (command, context) =>
      startImport({ ...services, box: services.importBox }, command, context.upload!, (digest, create) => {
        const reply = async () => shown(await create(), services.base);
        const { idempotency, unitOfWork } = services;
        return oncePerFile(idempotency, context, digest, () =>
          context.idempotency ? reply() : unitOfWork.transaction(reply),
        );
      }),
  });
}

function shown({ job, preview }: StartedImport, base: string): Reply {
  return {
    ...jobCreated(job, base),
    message: "The file is being imported.",
    data: { job: shownJob(job, []), ...preview, samples: preview.samples.map(shownSample) },
  };
}

function shownSample(one: ImportedPerson | RowIssue) {
  if ("reason" in one) {
    const error = `Column ${one.column} (${one.target}) ${one.reason}.`;
    return {
      row: one.row,
      mobile: null,
      name: null,
      custom_fields: null,
      locale: null,
      time_zone: null,
      state: null,
      groups: null,
      error,
    };
  }
  const { row, phone, name, fields, locale, timeZone, state, named } = one;
  const groups = named.map((group) => ({ name: group.name, state: group.state }));
  return { row, mobile: phone, name, custom_fields: fields, locale, time_zone: timeZone, state, groups, error: null };
}

function readMapping(
  mapping: Readonly<Record<string, string>>,
  issues: Detail[],
): Readonly<Record<string, ColumnTarget>> {
  for (const [heading, target] of Object.entries(mapping)) {
    if (isTarget(target)) continue;
    const message = "is not a target for a column: use phone, name, field:KEY, skip or another one of the list";
    issues.push({ field: `mapping.${heading}`, code: "not_in_list", message, value: target });
  }
  return mapping as Readonly<Record<string, ColumnTarget>>;
}
