import type { Operations } from "tidings-client";

import { t } from "../../lib/translate.ts";

export type HeldKind = keyof Operations["searchPersonalData"]["data"]["held"];

/** What is held about a person, in words, in the order that they matter in. */
export const heldKinds: readonly { readonly kind: HeldKind; readonly label: string }[] = [
  { kind: "subscriber", label: t`Subscriber` },
  { kind: "consent", label: t`Consent records` },
  { kind: "outbox", label: t`Texts to this number` },
  { kind: "inbound", label: t`Texts from this number` },
  { kind: "suppression", label: t`Opt-outs and blocks` },
  { kind: "customer", label: t`Customers` },
  { kind: "user", label: t`Users of this site` },
  { kind: "form_request", label: t`Unconfirmed entries in forms` },
  { kind: "order_notice", label: t`Order notices to it` },
  { kind: "alert", label: t`Alerts to it` },
  { kind: "schedule", label: t`Schedules that name it` },
];
