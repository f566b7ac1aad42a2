import type { OutboxItem } from "#contract/outbox";
import { DomainError } from "#domain/error";
import type { LockedEntry } from "#domain/outbox/entry-store";
import type { OutboxKey } from "#domain/outbox/outbox-store";
import { requireRepeatable } from "#domain/outbox/resend";
import { withPrefix } from "#lib/ids";

import { itemOf } from "./outbox.ts";
import { idsOf, listOf, textOf } from "./parameters.ts";
import { failed, refused, succeeded, type CompatReply } from "./replies.ts";
import { isReported, refusalOf, type CompatCall, type CompatRoute, type ApiResult } from "./route.ts";

export type OutboxEntryDeps = {
  /** The key of the log entry with an id; null: there is none. */
  readonly outboxKey: (id: number) => Promise<OutboxKey | null>;
  /** What a resend depends on; null: it is no longer kept. */
  readonly entryToResend: (key: OutboxKey) => Promise<LockedEntry | null>;
  /** Removes an entry from the log. Only for completed messages: until then, the entry prevents a second delivery. */
  readonly removeEntry: (key: OutboxKey, by: string) => Promise<boolean>;
};

/** One entry of the log, and sending it again. */
export function outboxEntryRoutes(services: OutboxEntryDeps): CompatRoute[] {
  return [
    {
      method: "GET",
      path: "/outbox/{id}",
      access: "svc_outbox",
      async handle(call) {
        const item = await find(services, call, Number(textOf(call.fields, "id")));
        return isReply(item) ? item : succeeded("", { ...itemOf(item), recipients: [item.recipient] });
      },
    },
    {
      method: "DELETE",
      path: "/outbox/{id}",
      access: "svc_outbox",
      async handle(call) {
        const removed = await remove(services, call, Number(textOf(call.fields, "id")));
        return removed === "removed" ? succeeded("The entry is deleted.") : notRemoved(removed);
      },
    },
    {
      method: "POST",
      path: "/outbox/{id}/resend",
      access: "svc_sendsms",
      async handle(call) {
        if (!call.caller.capabilities.has("svc_outbox")) return notToBeRead();
        const result = await resend(services, call, Number(textOf(call.fields, "id")));
        if (!isReported(result)) return result;
        return result.ok ? succeeded(result.message, { credit: result.data["balance"] }) : refusalOf(result);
      },
    },
    {
      method: "POST",
      path: "/outbox/bulk",
      access: "svc_outbox",
      parameters: { action: { required: true, type: "string", oneOf: ["delete", "resend"] } },
      handle: (call) => bulk(services, call),
    },
  ];
}

async function bulk(services: OutboxEntryDeps, call: CompatCall): Promise<CompatReply> {
  const ids = idsOf(listOf(call.fields.get("ids")), "entries");
  if ("body" in ids) return ids;
  if (textOf(call.fields, "action") === "delete") return removeMany(services, call, ids);
  if (!call.caller.capabilities.has("svc_sendsms")) return refused("You may not send.", 403);
  const errors: string[] = [];
  let missing = 0;
  for (const id of ids) {
    const result = await resend(services, call, id, `resend-${id}`);
    if (!isReported(result) && result.status === 404) missing += 1;
    if (!isReported(result) || !result.ok)
      errors.push(`${id}: ${isReported(result) ? result.message : "cannot be resent"}`);
  }
  const affected = ids.length - errors.length;
  // In WP SMS, missing entries are no refusal: nothing was affected.
  if (affected === 0 && missing < ids.length) return refused(errors[0]!);
  return succeeded(`${affected} sent again.`, { affected, ...(errors.length > 0 && { errors }) });
}

type Removed = "removed" | "missing" | "open";

async function remove(services: OutboxEntryDeps, call: CompatCall, id: number): Promise<Removed> {
  const key = Number.isSafeInteger(id) ? await services.outboxKey(id) : null;
  if (!key) return "missing";
  return (await services.removeEntry(key, call.caller.principal)) ? "removed" : "open";
}

function notRemoved(why: Removed): CompatReply {
  return why === "missing"
    ? noEntry()
    : refused("The message of this entry is not complete yet: the entry prevents it from being sent twice.");
}

async function removeMany(services: OutboxEntryDeps, call: CompatCall, ids: readonly number[]): Promise<CompatReply> {
  const results: Removed[] = [];
  for (const id of ids) results.push(await remove(services, call, id));
  const affected = results.filter((one) => one === "removed").length;
  const errors = results.flatMap((one, nth) => (one === "removed" ? [] : [`${ids[nth]}: ${one}`]));
  if (affected === 0 && results.includes("open")) return notRemoved("open");
  return succeeded(`${affected} deleted.`, { affected, ...(errors.length > 0 && { errors }) });
}

async function resend(
  services: OutboxEntryDeps,
  call: CompatCall,
  id: number,
  part?: string,
): Promise<ApiResult | CompatReply> {
  const key = Number.isSafeInteger(id) ? await services.outboxKey(id) : null;
  const entry = key && (await services.entryToResend(key));
  if (!key || !entry) return noEntry();
  if (entry.state === "queued" || entry.state === "held")
    return refused("It has not been sent yet: it is still to come.");
  const content = contentOf(entry, key.phone);
  if (isReply(content)) return content;
  const { text, sender, flash, media } = content;
  return call.callApi(
    "POST /send",
    {
      message: text,
      // It was made for this person already: what looks like a variable is text.
      personalize: false,
      sender: sender ?? undefined,
      flash,
      // Marketing does not become urgent because it is resent.
      category: entry.category,
      recipients: "numbers",
      numbers: [key.phone],
      media_urls: media.length > 0 ? media : undefined,
    },
    part,
  );
}

function contentOf(entry: LockedEntry, phone: string): ReturnType<typeof requireRepeatable> | CompatReply {
  try {
    return requireRepeatable(entry, phone);
  } catch (error) {
    if (error instanceof DomainError) return refused(error.message);
    throw error;
  }
}

async function find(
  { outboxKey }: OutboxEntryDeps,
  { callApi }: CompatCall,
  id: number,
): Promise<OutboxItem | CompatReply> {
  const key = Number.isSafeInteger(id) ? await outboxKey(id) : null;
  if (!key) return noEntry();
  const result = await callApi("GET /outbox", { message_id: withPrefix("msg", key.messageId), recipient: key.phone });
  if (!result.ok) return refusalOf(result);
  const [item] = result.data["items"] as OutboxItem[];
  return item ?? noEntry();
}

const noEntry = (): CompatReply => refused("This entry does not exist.", 404);

function isReply(found: object): found is CompatReply {
  return "body" in found;
}

function notToBeRead(): CompatReply {
  return failed("rest_forbidden", "You may not read the log.", 403);
}
