import { expect, test } from "vitest";

import { consentOf } from "./consent.ts";

const KEPT = "wpsms_woocommerce_order_notification";
const BOX = "_wc_other/wpsms/opt-in";
const order = (meta: Readonly<Record<string, unknown>>, more: object = {}) => ({
  meta_data: Object.entries(meta).map(([key, value]) => ({ key, value })),
  ...more,
});
const blocks = { created_via: "store-api" };

test.each([
  ["nothing", order({}), [], null],
  ["a yes", order({ [KEPT]: "yes" }), [], true],
  ["a no", order({ [KEPT]: "no" }), [], false],
  ["a no beside an order without an answer", order({}), ["no"], false],
  ["a no beside a yes", order({ [KEPT]: "yes" }), ["no"], false],
  ["a yes beside the order", order({}), ["yes"], true],
  ["what was never filled", order({ [KEPT]: "" }), [""], null],
  ["a yes of the block checkout without its box", order({ [KEPT]: "yes" }, blocks), [], null],
  ["a no of the block checkout without its box", order({ [KEPT]: "no" }, blocks), [], false],
  ["a ticked box", order({ [BOX]: "1" }, blocks), [], true],
  ["a ticked box and the yes that is always there", order({ [BOX]: true, [KEPT]: "yes" }, blocks), [], true],
  ["a box that is not ticked, and a yes", order({ [BOX]: "0", [KEPT]: "yes" }, blocks), [], false],
  ["a box that is false, of either checkout", order({ [BOX]: false, [KEPT]: "yes" }), [], false],
  ["a box as older versions keep it", order({ "_wc_additional/wpsms/opt-in": "", [KEPT]: "yes" }), [], false],
  ["a box of another plugin", order({ "_wc_other/shop/opt-in": "1" }, blocks), [], null],
])("%s", (_what, said, beside, meant) => {
  expect(consentOf(said, beside)).toBe(meant);
});
