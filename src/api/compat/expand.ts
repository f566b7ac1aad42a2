import { refused, failed, type CompatReply } from "./replies.ts";
import { textOf } from "./parameters.ts";
import type { CompatCall } from "./route.ts";

/** The kinds of objects whose variables a text may use. */
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

/** The values of variables, or why there are none. */
export type Values = ReadonlyMap<string, string> | "forbidden" | "missing" | "impossible";

export type ExpandDeps = {
  /** Variables that every text may use. */
  readonly siteValues: ReadonlyMap<string, string>;
  /**
   * The variables of one object. The caller must be allowed to read it: they could read it in a message to themselves.
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
    if (found === "forbidden") return failed("rest_forbidden", `You may not read ${handler} ${id}.`, 403);
    if (found === "missing") return refused(`${handler} ${id} does not exist.`);
    if (found === "impossible") return refused(`${handler} cannot be used here.`);
    values = new Map([...found, ...values]);
  }
  return text.replaceAll(VARIABLE, (all, name: string) => values.get(name) ?? all);
}
