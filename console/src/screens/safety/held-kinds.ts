import type { Operations } from "tidings-client";

export type HeldKind = keyof Operations["searchPersonalData"]["data"]["held"];

/** What is held about a person, in words, in the order that they matter in. */
export const heldKinds: readonly { readonly kind: HeldKind; readonly label: string }[] = [
  { kind: "subscriber", label: "Subscriber" },
  { kind: "consent", label: "Consent records" },
  { kind: "outbox", label: "Texts to this number" },
  { kind: "inbound", label: "Texts from this number" },
  { kind: "suppression", label: "Opt-outs and blocks" },
  { kind: "customer", label: "Customers" },
  { kind: "user", label: "Users of this site" },
  { kind: "form_request", label: "Unconfirmed entries in forms" },
  { kind: "order_notice", label: "Order notices to it" },
  { kind: "schedule", label: "Schedules that name it" },
];
