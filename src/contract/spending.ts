import { z } from "zod";

const period = z.object({
  period: z.string().meta({ description: "A day (2027-06-01) or a month (2027-06) of the site." }),
  spent: z.string(),
  messages: z.int().meta({ description: "Messages that were counted." }),
  cap: z.string().nullable(),
  left: z.string().nullable(),
  reached_at: z.iso.datetime().nullable().meta({ description: "When the cap held something back for the first time." }),
  ends_at: z.iso.datetime(),
});

export const spendingData = z
  .object({
    currency: z.string().nullable(),
    counting: z.boolean().meta({ description: "Whether messages are counted: they are while there is a cap." }),
    day: period,
    month: period,
    held: z.object({
      spending: z.int().meta({ description: "Deliveries that wait until a cap ends." }),
      low_credit: z.int().meta({ description: "Deliveries that wait for credit." }),
    }),
    warnings: z.array(z.string()).optional(),
  })
  .meta({ id: "Spending" });
