import { z } from "zod";

import { priceSection } from "#domain/credit/prices";

import { text } from "../fields.ts";
import { settingsSchema } from "./define.ts";

const prices = z
  .array(
    z
      .object({
        prefix: z.string().regex(/^\+\d{0,8}$/, "must be + and the first digits of numbers"),
        price: z.string().regex(/^\d{1,6}(\.\d{1,6})?$/, "must be a decimal such as 0.0745"),
      })
      .meta({ id: "PriceOfPrefix" }),
  )
  .max(1_000);

export const priceSettings = settingsSchema(priceSection, {
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "must be a currency code such as EUR")
    .nullable()
    .meta({ description: "Currency of the prices, by its ISO 4217 code; null as long as there are none." }),
  segments: prices.meta({
    description:
      'What a segment costs, by the beginning of the number; the longest one counts. "+" is the price of all others.',
  }),
  gateways: z
    .array(z.object({ gateway: text(100).meta({ description: "Its name." }), segments: prices }))
    .max(50)
    .meta({
      description:
        "Prices of single gateways, in the same currency. A number to which none of them applies has the price in `segments`.",
    }),
});
