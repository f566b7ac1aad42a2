import { refused, failed, type CompatReply } from "./replies.ts";
import { textOf } from "./parameters.ts";
import type { CompatCall } from "./route.ts";

/** What a text may name, by kind of the thing it is about. */
export const handlers = [
  "WooCommerceOrderNotification",
  "WooCommerceAdminOrderNotification",
  "WooCommerceProductNotification",
  "WooCommerceCouponNotification",
  "WooCommerceCustomerNotification",
  "WordPressPostNotification",
  "WordPressUserNotification",
  "AwesomeSupportTicketNotification",
  "WordPressCommentNotification",
  "SubscriberNotification",
] as const;

export type Handler = (typeof handlers)[number];

/** What variables stand for; or why nobody says. */
export type Values = ReadonlyMap<string, string> | "forbidden" | "missing" | "impossible";

export type ExpandDeps = {
  /** What every text may name. */
  readonly siteValues: ReadonlyMap<string, string>;
  /**
   * What a text may name of one thing. Whoever calls must have the right to read it: a text to oneself would tell.
   */
  readonly valuesOf: (handler: Handler, id: number, call: CompatCall) => Promise<Values>;
};

const VARIABLE = /%([A-Za-z][\w-]{0,99})%/g;

/** The text with its variables filled, or the refusal. An unknown variable stays in the text, as in WP SMS. */
export async function expandText(services: ExpandDeps, call: CompatCall, text: string): Promise<string | CompatReply> {
  const handler = handlers.find((one) => one === textOf(call.fields, "notification_handler"));
  const id = Number(textOf(call.fields, "handler_id"));
  let values = services.siteValues;
  if (handler !== undefined && Number.isSafeInteger(id) && id > 0) {
    const found = await services.valuesOf(handler, id, call);
    if (found === "forbidden") return failed("rest_forbidden", `You may not read what ${handler} ${id} names.`, 403);
    if (found === "missing") return refused(`There is nothing that ${handler} ${id} names.`);
    if (found === "impossible") return refused(`${handler} cannot be used here.`);
    values = new Map([...found, ...values]);
  }
  return text.replaceAll(VARIABLE, (all, name: string) => values.get(name) ?? all);
}
