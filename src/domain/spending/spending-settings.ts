import { categories, type Category } from "../messages/message.ts";
import { areOf, defineSection } from "../settings/section.ts";

/** How much may be spent on messages, as the operator decides. Counted by the prices in the settings. */
export type SpendingSettings = {
  /** Decimals, in the currency of the prices; null: no cap. */
  readonly perDay: string | null;
  readonly perMonth: string | null;
  /** These are held once a cap is reached. All of them are counted. */
  readonly categories: readonly Category[];
};

export const AMOUNT = /^\d{1,9}(\.\d{1,6})?$/;

const isAmount = (value: string): boolean => typeof value === "string" && AMOUNT.test(value);
const areCategories = areOf(categories);

export const spendingSection = defineSection<SpendingSettings>({
  name: "spending",
  // One-time passwords are not held by default, because a person is waiting for the code.
  defaults: { perDay: null, perMonth: null, categories: ["marketing", "transactional"] },
  usable: { perDay: isAmount, perMonth: isAmount, categories: areCategories },
});

/** When sending stops because the credit at a gateway is low. */
export type LowCreditSettings = {
  /** In the unit that the gateway reports; null: never. */
  readonly stopBelow: string | null;
  readonly categories: readonly Category[];
};

export const lowCreditSection = defineSection<LowCreditSettings>({
  name: "low_credit",
  defaults: { stopBelow: null, categories: ["marketing"] },
  usable: { stopBelow: isAmount, categories: areCategories },
});
