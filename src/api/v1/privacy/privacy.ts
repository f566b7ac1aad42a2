import { privacyExportData, privacyExportRequest, privacySearchData, privacySearchRequest } from "#contract/privacy";
import { limits } from "#contract/limits";
import { heldKinds, type HeldItem, type HeldKind, type PrivacyStore } from "#domain/privacy/privacy-store";
import type { SubscriberRepository } from "#domain/newsletter/subscriber-repository";
import { readHeld, type HeldPlace } from "#domain/privacy/read-held";
import type { Country } from "#domain/recipients/phone";
import { counted } from "#lib/counted";
import { UUID, uuidTime, withPrefix, type Uuid } from "#lib/ids";
import { isoTime } from "#lib/iso-time";
import { wireNames } from "#lib/wire-names";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { readCursor } from "../../response/paged-list.ts";
import { heldElsewhere, namedOther, phoneOf, readPerson, type Person } from "./privacy-fields.ts";

export type PrivacyDeps = {
  readonly privacy: PrivacyStore;
  readonly subscriberRepository: Pick<SubscriberRepository, "phoneOf">;
  /** The site's country, for numbers without a plus. */
  readonly country: Country | null;
};

export const about = { access: "svc_setting", tag: "Privacy" } as const;
/** Responses contain personal data: a repeated call reads again, and no response is stored. */
const reading = { ...about, method: "POST", needsBody: true, idempotency: "own", errors: ["not_found"] } as const;

/** The data held about a person: counts and the full export. */
export function privacyEndpoints({ privacy, subscriberRepository, country }: PrivacyDeps): Endpoint[] {
  return [
    endpoint<typeof privacySearchRequest, Person>({
      ...reading,
      operationId: "searchPersonalData",
      path: "/privacy/search",
      summary: "Count the records held about a person",
      input: privacySearchRequest,
      data: privacySearchData,
      read: (fields, _context, issues) => readPerson(fields, country, issues),
      async handle(person, { caller, warnings }) {
        const phone = await phoneOf(subscriberRepository, person);
        await privacy.recordView("searched", caller.principal);
        const other = await heldElsewhere(privacy, phone);
        const held = await privacy.count(phone, limits.heldCounted);
        const total = Object.values(held).reduce((sum, count) => sum + count, 0);
        return {
          message: total === 0 ? "Nothing is held about this number." : `${counted(total, "record")}.`,
          data: { mobile: phone, ...namedOther(other, warnings), found: total > 0, total, held },
        };
      },
    }),
    endpoint<typeof privacyExportRequest, { person: Person; from: HeldPlace | null; limit: number }>({
      ...reading,
      operationId: "exportPersonalData",
      path: "/privacy/export",
      summary: "Export the data held about a person",
      description:
        "Everything, kind by kind and page by page. The texts of one-time passwords are hidden here too. Responses saved for Idempotency-Keys, which are kept for 24 hours, and backups are not included.",
      input: privacyExportRequest,
      data: privacyExportData,
      read(fields, _context, issues) {
        const from = readCursor(fields.cursor, placeOf, issues);
        return { person: readPerson(fields, country, issues), from, limit: fields.per_page ?? limits.perPage };
      },
      async handle({ person, from, limit }, { caller, warnings }) {
        const phone = await phoneOf(subscriberRepository, person);
        if (from === null) await privacy.recordView("exported", caller.principal);
        const other = from === null ? await heldElsewhere(privacy, phone) : null;
        const { items, next } = await readHeld(privacy, phone, from, limit);
        return {
          message: `${counted(items.length, "record")}.`,
          data: {
            mobile: phone,
            ...namedOther(other, warnings),
            items: items.map(shown),
            next_cursor: next && cursorOf(next),
            pagination: { per_page: limit, next_cursor: next && cursorOf(next) },
          },
        };
      },
    }),
  ];
}

const PREFIXES: Readonly<Record<string, string>> = { messageId: "msg", scheduleId: "sch" };

function shown({ kind, data }: HeldItem): { kind: HeldKind; data: Record<string, unknown> } {
  const fields = Object.entries(data).map(([name, value]) => {
    const prefix = PREFIXES[name];
    return [name, prefix === undefined ? value : withPrefix(prefix, value as Uuid)];
  });
  const { messageId } = data;
  const born = messageId === undefined ? [] : [["createdAt", isoTime(uuidTime(messageId as Uuid))]];
  return { kind, data: wireNames(Object.fromEntries([...fields, ...born])) };
}

function cursorOf({ kind, after }: HeldPlace): string {
  return Buffer.from(`${kind}:${after ?? ""}`).toString("base64url");
}

/**
 * The valid keys of each kind: digits, an id, a number, the key of a notice. Anything else would cause an SQL error.
 */
const KEYS: Readonly<Record<HeldKind, RegExp>> = {
  subscriber: /^\d{1,15}$/,
  consent: /^\d{1,15}$/,
  form_request: /^\d{1,15}$/,
  customer: /^\d{1,15}$/,
  user: /^\d{1,15}$/,
  suppression: /^\+?\d{1,20}$/,
  order_notice: /^[\w/-]{1,120}$/,
  alert: /^(0|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
  schedule: UUID,
  inbound: /^\d{1,15}$/,
  outbox: UUID,
};

function placeOf(text: string): HeldPlace | null {
  const [name, after = ""] = Buffer.from(text, "base64url").toString("latin1").split(":", 2);
  const kind = heldKinds.find((one) => one === name);
  if (!kind) return null;
  if (after === "") return { kind, after: null };
  return KEYS[kind].test(after) ? { kind, after } : null;
}
