import { fieldOf } from "#domain/recipients/selection";

import { expandText, handlers, type ExpandDeps } from "./expand.ts";
import { booleanOf, listOf, textOf } from "./parameters.ts";
import { invalid, refused, succeeded, type CompatReply } from "./replies.ts";
import { isReported, refusalOf, type CompatCall, type CompatRoute, type ApiResult } from "./route.ts";

const SELECTORS = ["subscribers", "users", "roles", "wc-customers", "bp-users", "numbers"] as const;

/** Which of our parameters each selector sets. */
const FIELD_OF: Readonly<Record<string, string>> = fieldOf;

/** `POST /send`: one selector and its list; other lists are silently ignored. */
export function sendRoute(services: ExpandDeps): CompatRoute {
  return {
    method: "POST",
    path: "/send",
    access: "svc_sendsms",
    parameters: {
      sender: { type: "string" },
      recipients: { required: true },
      group_ids: { type: "array" },
      role_ids: { type: "array" },
      numbers: { type: "array" },
      message: { required: true, type: "string" },
      flash: { type: "boolean" },
      media_urls: { type: "array" },
      schedule: { type: "string", format: "date-time" },
      repeat: { type: "object" },
      notification_handler: { type: "string", oneOf: handlers },
      handler_id: { type: "integer" },
    },
    handle: (call) => send(services, call),
  };
}

async function send(services: ExpandDeps, call: CompatCall): Promise<CompatReply> {
  const result = await sendAs(services, call);
  if (!isReported(result)) return result;
  if (!result.ok) return refusalOf(result);
  return {
    ...succeeded(result.message, call.fields.has("schedule") ? [] : { balance: result.data["balance"] }),
    headers: result.headers,
  };
}

/** The result of our own endpoint for a WP SMS call, or WP SMS's own earlier refusal. */
export async function sendAs(services: ExpandDeps, call: CompatCall): Promise<ApiResult | CompatReply> {
  const { fields } = call;
  const chosen = choose(fields.get("recipients"), fields.get("numbers"));
  if (!chosen) {
    const message = `recipients is not one of ${SELECTORS.join(", ")}.`;
    return invalid(new Map([["recipients", { code: "rest_not_in_enum", message, data: null }]]));
  }
  const { selector } = chosen;
  if (selector === "bp-users") return refused("There is no BuddyPress here.");
  const field = FIELD_OF[selector];
  const list = field === undefined ? [] : (chosen.numbers ?? listOf(fields.get(field)));
  if (field !== undefined && list.length === 0) return refused(`${field} is empty: the message has no recipients.`);
  const text = textOf(fields, "message");
  if (text.trim() === "" || text === "0") return refused("The message is empty.");
  const expanded = await expandText(services, call, text);
  if (typeof expanded !== "string") return expanded;
  const schedule = fields.get("schedule");
  return call.callApi("POST /send", {
    message: expanded,
    // WP SMS replaces only what belongs to the handler.
    personalize: false,
    sender: textOf(fields, "sender") || undefined,
    recipients: selector,
    ...(field !== undefined && { [field]: list }),
    // WP SMS sends to invalid numbers anyway; here they are skipped.
    skip_invalid: true,
    flash: booleanOf(fields.get("flash")) ?? undefined,
    media_urls: fields.has("media_urls") ? listOf(fields.get("media_urls")) : undefined,
    schedule,
    // In WP SMS, a repeat without a start is ignored.
    repeat: schedule === undefined ? undefined : fields.get("repeat"),
  });
}

/** A selector's name, or numbers in its place, as in WP SMS's own documentation. null: neither. */
function choose(
  recipients: unknown,
  numbers: unknown,
): { readonly selector: (typeof SELECTORS)[number]; readonly numbers?: readonly unknown[] } | null {
  const named = Array.isArray(recipients) && recipients.length === 1 ? (recipients[0] as unknown) : recipients;
  const selector = SELECTORS.find((name) => name === named);
  if (selector) return { selector };
  const list = listOf(recipients);
  // Trimmed first: if two parts of a pattern match spaces, a run of them takes quadratic time.
  const arePhones = list.length > 0 && list.every((one) => /^\+?[\d\s().-]{5,}$/.test(String(one).trim()));
  return arePhones && numbers === undefined ? { selector: "numbers", numbers: list } : null;
}
