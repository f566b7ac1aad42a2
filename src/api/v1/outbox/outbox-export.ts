import { z } from "zod";

import { outboxExport } from "#contract/outbox";
import { readLog, type OutboxQuery } from "#domain/outbox/read-log";
import { siteTimeWriter } from "#domain/outbox/site-time";

import { csvStream, type CsvCells } from "../../response/csv-stream.ts";
import { endpoint, type Endpoint } from "../../endpoint.ts";
import type { ExportSlots } from "../../response/export-slots.ts";
import { readOutboxQuery } from "../../outbox-query.ts";
import { itemOf, type OutboxEndpointDeps } from "./outbox.ts";

const PAGE = 500;

/** Fields of an entry, which are the headings. */
const HEADINGS = [
  "id",
  "message_id",
  "date",
  "created_at",
  "sent_at",
  "delivered_at",
  "sender",
  "recipient",
  "message",
  "status",
  "state",
  "gateway",
  "segments",
  "error",
  "cost",
  "currency",
] as const;

/** `GET /outbox/export`. */
export function outboxExportEndpoint(services: OutboxEndpointDeps & { readonly exportSlots: ExportSlots }): Endpoint {
  return endpoint<typeof outboxExport, OutboxQuery>({
    operationId: "exportOutbox",
    method: "GET",
    path: "/outbox/export",
    access: "svc_outbox",
    tag: "Outbox",
    summary: "Export the log as a CSV file",
    description:
      "All entries that match, newest first, read page by page: every entry that exists from its beginning to its end is in it once, with its state when it was read. A response that breaks off is incomplete. The texts of one-time passwords are hidden. Texts that a spreadsheet program would take for formulas begin with an apostrophe.",
    input: outboxExport,
    stream: "csv",
    data: z.string(),
    errors: ["too_many_requests"],
    read: (fields, _context, issues) => ({
      ...readOutboxQuery(fields, { zone: services.timeZone(), country: services.country }, issues),
      perPage: PAGE,
    }),
    handle: async (query, { caller }) =>
      csvStream("outbox.csv", HEADINGS, pages(services, query), services.exportSlots.open(caller)),
  });
}

async function* pages(services: OutboxEndpointDeps, first: OutboxQuery): AsyncGenerator<readonly CsvCells[]> {
  const write = siteTimeWriter(services.timeZone());
  for (let query = first; ;) {
    const { entries, next } = await readLog(services, query);
    yield entries.map((entry) => {
      const item = itemOf(entry, write);
      return HEADINGS.map((heading) => item[heading]);
    });
    if (!next) return;
    query = { ...query, at: next };
  }
}
