import type { Country } from "../../recipients/phone.ts";

/** When the sources were last read. */
export const TIERS_CHECKED = "2026-11-27";

/**
 * Countries to which fewer codes are sent in an hour, unless the operator lists them: pumping pays by the price of a
 * text. Satellite, premium and other special numbers need no list: they get none, by the type of the number
 * (`destination.ts`).
 */
export const countryTiers = {
  /**
   * Named as targets of artificially inflated traffic. Telnyx, "Rate limiting and fraud prevention": +225 +232 +233
   * +234 +256 +260 +592 +855 +856 +880 +960. Braze, "Geographic permissions", high fraud risk: AZ.
   */
  highRisk: ["AZ", "BD", "CI", "GH", "GY", "KH", "LA", "MV", "NG", "SL", "UG", "ZM"],
  /**
   * A text costs nine times as much as the cheapest, or more. alphagov/notifications-utils,
   * international_billing_rates.yml, as of 22 November 2026: +7 +62 +92 +93 +94 +95 +216 +218 +225 +251 +261 +880 +961
   * +963 +964 +970 +975 +992 +994 +998.
   */
  highCost: [
    ...["AF", "AZ", "BD", "BT", "CI", "ET", "ID", "IQ", "KZ", "LB", "LK"],
    ...["LY", "MG", "MM", "PK", "PS", "RU", "SY", "TJ", "TN", "UZ"],
  ],
} as const satisfies Readonly<Record<string, readonly Country[]>>;
