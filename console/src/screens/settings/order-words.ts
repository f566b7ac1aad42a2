import type { Schemas } from "tidings-client";

import { t, term } from "../../lib/translate.ts";

export type OrderNotice = Schemas["OrderNotice"];
export type OrderDecision = Schemas["OrderDecision"];

/** Of the statuses that every shop has, as WooCommerce names them; of those of plugins, their own name is shown. */
const statusWords: Readonly<Record<string, string>> = {
  pending: t`Pending payment`,
  "on-hold": t`On hold`,
  processing: t`Processing`,
  completed: t`Completed`,
  cancelled: term("Canceled", "order"),
  refunded: t`Refunded`,
  failed: t`Failed`,
};

export const statuses = Object.keys(statusWords);
export const statusWord = (status: string): string => statusWords[status] ?? status;

export const readerWords: Readonly<Record<OrderNotice["to"], string>> = { customer: t`Buyer`, staff: t`Staff` };

export const outcomeWords: Readonly<Record<OrderDecision["outcome"], string>> = {
  sent: t`Sent`,
  no_phone: t`No phone number`,
  no_opt_in: t`Did not agree`,
  suppressed: t`Opted out`,
  limited: t`Daily limit reached`,
  too_old: t`Too old`,
  too_long: t`Order too large`,
  empty: t`The text was empty`,
  unknown_variable: t`Unknown variable`,
};

export const keyOf = ({ status, to }: Pick<OrderNotice, "status" | "to">): string => `${status}.${to}`;
