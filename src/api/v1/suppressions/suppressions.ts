import type { z } from "zod";

import {
  newSuppression,
  suppressionPath,
  suppressionsData,
  type suppressionsExport,
  suppressionsQuery,
  suppressionView,
} from "#contract/suppressions";
import { DomainError } from "#domain/error";
import { senderKey } from "#domain/opt-out/sender-key";
import { suppressMany, type SuppressCommand, type SuppressDeps } from "#domain/opt-out/suppress-many";
import { ALL_SENDERS, type Suppression, type SuppressionFilter } from "#domain/opt-out/suppression-store";
import { readPhone } from "#domain/recipients/numbers";
import type { Country, Phone } from "#domain/recipients/phone";
import { typedNumber } from "#domain/recipients/typed-number";
import { counted } from "#lib/counted";
import { isoTime } from "#lib/iso-time";

import { endpoint, type CallContext, type Endpoint } from "../../endpoint.ts";
import { evidenceOf } from "../../consent-evidence.ts";
import { numberIn, pageOf, PER_PAGE, readCursor } from "../../response/paged-list.ts";

export type SuppressionDeps = SuppressDeps & {
  /** The site's country, for numbers without a plus. */
  readonly country: Country | null;
  readonly base: string;
};

const placeOf = numberIn("sup");
export const about = { access: "svc_subscribers", tag: "Suppressions" } as const;

/** `GET /suppressions`, `GET /suppressions/{id}`, `POST /suppressions`. */
export function suppressionsEndpoints(services: SuppressionDeps): Endpoint[] {
  const { suppressions, country, base } = services;
  return [
    endpoint({
      ...about,
      operationId: "getSuppression",
      method: "GET",
      path: "/suppressions/{id}",
      summary: "Show a suppressed number",
      input: suppressionPath,
      data: suppressionView,
      errors: ["not_found"],
      async handle({ id }) {
        const found = await suppressions.find(id);
        if (!found) throw new DomainError("not_found", `There is no entry ${id} on the suppression list.`);
        return { message: "Found.", data: shownSuppression(found) };
      },
    }),
    endpoint<typeof suppressionsQuery, SuppressionFilter>({
      ...about,
      operationId: "listSuppressions",
      method: "GET",
      path: "/suppressions",
      summary: "List suppressed numbers",
      description: "Numbers that get nothing, newest first.",
      input: suppressionsQuery,
      data: suppressionsData,
      read(fields, _context, issues) {
        const { cursor, per_page: limit = PER_PAGE } = fields;
        return { ...matching(fields), before: readCursor(cursor, placeOf, issues), limit };
      },
      async handle(filter) {
        const found = await suppressions.list({ ...filter, limit: filter.limit + 1 });
        const { items, pagination } = pageOf(found, filter.limit, ({ id }) => `sup_${id}`);
        return {
          message: `${counted(items.length, "entry", "entries")}.`,
          data: { items: items.map(shownSuppression), pagination },
        };
      },
    }),
    endpoint<typeof newSuppression, SuppressCommand>({
      ...about,
      operationId: "createSuppression",
      method: "POST",
      path: "/suppressions",
      summary: "Suppress a number",
      description:
        "From the reply on, nothing more is sent to the number, not even what is queued. As an opt-out it also ends its memberships.",
      input: newSuppression,
      data: suppressionView,
      status: 201,
      errors: ["conflict"],
      read({ number = "", ...fields }, context, issues) {
        const phone = readPhone("number", number, country);
        if (typeof phone === "string") return suppressCommand([phone], fields, context);
        issues.push(phone);
        return suppressCommand([], fields, context);
      },
      async handle(command) {
        const [added] = await suppressMany(services, command);
        if (!added) throw new DomainError("conflict", "This number is on the list already, with this kind and sender.");
        return {
          status: 201,
          message: "Number suppressed.",
          data: shownSuppression(added),
          headers: { Location: `${base}/suppressions/${added.id}` },
        };
      },
    }),
  ];
}

/** What a list and an export filter by. */
export function matching({
  search,
  kind,
  reason,
  source,
  sender,
}: Partial<z.output<typeof suppressionsExport>>): Omit<SuppressionFilter, "before" | "limit"> {
  return {
    search: search === undefined ? null : asStored(search),
    kind: kind ?? null,
    reason: reason ?? null,
    source: source ?? null,
    sender: sender === undefined ? null : senderKey(sender),
  };
}

export function suppressCommand(
  phones: readonly Phone[],
  {
    kind = "block",
    reason = "",
    sender,
  }: { readonly [Name in "kind" | "reason" | "sender"]?: SuppressCommand[Name] | undefined },
  context: CallContext,
): SuppressCommand {
  return {
    phones,
    kind,
    sender: sender === undefined ? ALL_SENDERS : senderKey(sender),
    reason: reason.trim(),
    evidence: evidenceOf(context),
  };
}

/** People write numbers with spaces and brackets. */
const asStored = (search: string): string => typedNumber(search).replace(/^00/, "+");

export function shownSuppression(one: Suppression): z.output<typeof suppressionView> {
  const { id, phone, kind, sender, reason, source, addedBy, at } = one;
  return {
    id,
    number: phone,
    kind,
    sender: sender === ALL_SENDERS ? null : sender,
    reason,
    source,
    added_by: addedBy,
    added_at: isoTime(at),
  };
}
