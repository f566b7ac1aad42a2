import type { Schemas } from "tidings-client";

import { t } from "../../lib/translate.ts";

export type OrderNotice = Schemas["OrderNotice"];
export type OrderDecision = Schemas["OrderDecision"];

/** Of the states that every shop has; plugins add others, whose own name is shown. */
const statusWords: Readonly<Record<string, string>> = {
  pending: t`Waits for payment`,
  "on-hold": t`On hold`,
  processing: t`Paid`,
  completed: t`Completed`,
  cancelled: t`Canceled`,
  refunded: t`Refunded`,
  failed: t`Payment failed`,
};

export const statuses = Object.keys(statusWords);
export const statusWord = (status: string): string => statusWords[status] ?? status;

export const readerWords: Readonly<Record<OrderNotice["to"], string>> = { customer: t`Buyer`, staff: t`Staff` };

export const outcomeWords: Readonly<Record<OrderDecision["outcome"], string>> = {
  sent: t`Sent`,
  no_phone: t`No phone number`,
  no_opt_in: t`Did not agree`,
  suppressed: t`Opted out`,
  limited: t`Limit of the day reached`,
  too_old: t`Too old`,
  too_long: t`Order too large`,
  empty: t`The text was empty`,
  unknown_variable: t`Unknown variable`,
};

export const keyOf = ({ status, to }: Pick<OrderNotice, "status" | "to">): string => `${status}.${to}`;
