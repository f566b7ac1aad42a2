import { z } from "zod";

import { AMOUNT, lowCreditSection, spendingSection } from "#domain/spending/spending-settings";

import { messageCategory } from "../value-lists.ts";
import { settingsSchema } from "./define.ts";

const amount = z
  .union([z.number().min(0).max(999_999_999).transform(String), z.string()])
  .pipe(z.string().regex(AMOUNT, "must be a decimal such as 25.50"))
  .nullable();

const held = z.array(messageCategory).meta({ description: "Categories that are held; the others leave all the same." });

export const spendingSettings = settingsSchema(spendingSection, {
  per_day: amount.meta({
    description: "At most this is spent in a day of the site, by the prices above; null: no cap.",
  }),
  per_month: amount.meta({ description: "At most this is spent in a month of the site; null: no cap." }),
  categories: held,
});

export const lowCreditSettings = settingsSchema(lowCreditSection, {
  stop_below: amount.meta({
    description:
      "Deliveries are held while the credit at their gateway is below this, in the gateway's unit; null: never.",
  }),
  categories: held,
});
