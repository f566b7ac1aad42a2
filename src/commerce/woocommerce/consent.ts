import { fieldOf, listOf, textOf } from "./fields.ts";

/** Order meta field in which WP SMS stores whether the buyer wants text messages. */
const OPT_IN = "wpsms_woocommerce_order_notification";
/**
 * The same question as an additional field of the block checkout; before WooCommerce 8.9 its group was "additional".
 */
const BLOCK_FIELD = /^_wc_(?:other|additional|billing|shipping)\/wpsms\/opt-in$/;
const YES = new Set(["yes", "1", "true", "on"]);
const NO = new Set(["no", "0", "false", "off", ""]);

/**
 * Whether the buyer agreed to text messages; null: nothing reliable.
 *
 * With its own order tables, WooCommerce does not expose what a plugin wrote as post meta: `postMeta` is what the
 * companion found there. For an order of the block checkout WP SMS always writes "yes", so there only the box counts.
 *
 * @param postMeta further values of the same meta field
 */
export function consentOf(order: unknown, postMeta: readonly unknown[]): boolean | null {
  const meta = listOf(order, "meta_data");
  const box = meta.filter((one) => BLOCK_FIELD.test(textOf(one, "key"))).map((one) => word(fieldOf(one, "value")));
  const kept = [...meta.filter((one) => textOf(one, "key") === OPT_IN).map((one) => fieldOf(one, "value")), ...postMeta]
    .map(word)
    .filter((one) => one !== "");
  // A shop may store a field twice: a single "no" means no.
  if ([...box, ...kept].some((one) => NO.has(one))) return false;
  const relied = box.length > 0 || textOf(order, "created_via") === "store-api" ? box : kept;
  return relied.some((one) => YES.has(one)) ? true : null;
}

function word(value: unknown): string {
  const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isPlain ? String(value).trim().toLowerCase() : "";
}
