import { outboxImportData, outboxImportRequest } from "#contract/outbox-import";
import {
  moveLog,
  readEntries,
  type MovedLog,
  type MoveLogCommand,
  type MoveLogDeps,
  type ReadEntries,
} from "#domain/outbox/move-log";
import { counted } from "#lib/counted";

import { endpoint, type Endpoint, type Reply } from "../../endpoint.ts";
import { readCountry } from "../read-country.ts";

export type OutboxImportDeps = MoveLogDeps;

type Prepared = MoveLogCommand & { readonly read: ReadEntries };

/** `POST /outbox/import`. */
export function outboxImportEndpoint(services: OutboxImportDeps): Endpoint {
  return endpoint<typeof outboxImportRequest, MoveLogCommand, Prepared>({
    operationId: "importOutbox",
    method: "POST",
    path: "/outbox/import",
    access: "svc_setting",
    tag: "Outbox",
    summary: "Move entries from another system's log",
    description:
      "Stores what another system sent as history: it is in the log, is found, exported and erased like every entry, and is never sent. It has no gateway, fires no webhooks and is not in the statistics. A row that was moved before is left out, so a call can be repeated. Every row is counted.",
    input: outboxImportRequest,
    data: outboxImportData,
    read: (fields, { caller }, issues) => ({
      source: fields.source ?? "",
      entries: (fields.entries ?? []).map(
        ({ message, sender = null, failed = false, media_urls: media = [], ...entry }) => ({
          ...entry,
          text: message,
          sender,
          failed,
          media,
        }),
      ),
      zone: fields.time_zone ?? null,
      country: readCountry(fields.country, issues),
      dryRun: fields.dry_run ?? false,
      actor: caller.principal,
    }),
    async prepare(command) {
      const read = await readEntries(services, command);
      if (!command.dryRun) await services.movedLog.prepare(read.entries.map(({ at }) => at));
      return { ...command, read };
    },
    handle: async ({ read, ...command }) => replyOf(command, await moveLog(services, read, command)),
  });
}

function replyOf({ entries, dryRun }: MoveLogCommand, { moved, already, unreadable }: MovedLog): Reply {
  const sum = (of: (entry: MovedLog["moved"][number]) => number): number =>
    moved.reduce((before, entry) => before + of(entry), 0);
  return {
    message: `${counted(moved.length, "row")} ${dryRun ? "would be moved" : "moved"}, ${already} already here, ${unreadable.length} unreadable.`,
    data: {
      rows: entries.length,
      moved: moved.length,
      already,
      unreadable,
      recipients: {
        moved: sum(({ phones }) => phones.length),
        duplicates: sum(({ duplicates }) => duplicates),
        unreadable: sum(({ invalid }) => invalid),
      },
      dry_run: dryRun,
    },
  };
}
