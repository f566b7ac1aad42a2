/** Variables of a notice, with the names that WP SMS gives them. */
export const orderVariables = [
  "billing_first_name",
  "billing_last_name",
  "billing_company",
  "billing_address",
  "billing_phone",
  "billing_email",
  "order_edit_url",
  "order_number",
  "order_total",
  "order_total_currency",
  "order_total_currency_symbol",
  "order_pay_url",
  "order_view_url",
  "order_cancel_url",
  "order_received_url",
  "order_id",
  "order_items",
  "status",
  "shipping_method",
  "site_name",
  "site_url",
] as const;

/** Prefixes of variables that end in the name of a field of the shop: `%order_meta_gift_note%`. */
export const metaVariables = ["order_meta_", "order_item_meta_"] as const;

const VARIABLE = /%([A-Za-z_][\w-]{0,99})%/g;

/** The unknown variables of a template, each once. */
export function unknownVariables(template: string): readonly string[] {
  const named = [...template.matchAll(VARIABLE)].map(([, name]) => name!);
  return [...new Set(named)].filter((name) => !isKnown(name));
}

/** A known variable without a value becomes empty; an unknown word between percent signs stays. */
export function fillTemplate(template: string, values: ReadonlyMap<string, string>): string {
  return template.replaceAll(VARIABLE, (all, name: string) => values.get(name) ?? (isKnown(name) ? "" : all));
}

function isKnown(name: string): boolean {
  return (
    (orderVariables as readonly string[]).includes(name) ||
    metaVariables.some((head) => name.startsWith(head) && name.length > head.length)
  );
}
