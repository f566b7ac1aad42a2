import type { Hours } from "./hours.ts";

/** `law` is a statute or an order, `carrier` what carriers enforce, `custom` what senders keep to. */
export const presetBases = ["law", "carrier", "custom"] as const;

/** The hours proposed for a region, and why. */
export type Preset = {
  /** ISO 3166: a country (`FR`) or a state of the US (`US-FL`). */
  readonly region: string;
  readonly hours: Hours;
  readonly basis: (typeof presetBases)[number];
  /** Whether the rule does not apply to people who agreed. It is applied to them all the same. */
  readonly consentExempts: boolean;
  readonly source: string;
};
