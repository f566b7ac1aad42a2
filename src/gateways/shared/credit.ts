import type { CreditReading } from "#domain/gateways/gateway";

import type { Call, Client } from "./client.ts";
import { textAt } from "./json.ts";

/** An amount of money or of credits: a decimal number. */
export const AMOUNT = /^-?\d{1,18}(\.\d{1,12})?$/;

/** The unit, if it is the code of a currency (ISO 4217). */
export const currencyOf = (unit: string): string | null => (/^[A-Z]{3}$/.test(unit) ? unit : null);

type ReadAmount = (json: unknown) => { readonly amount: string; readonly unit: string };

/** For a vendor whose response has both: the names that lead to each, separated by dots. */
export const creditAt =
  (amount: string, unit: string): ReadAmount =>
  (json) => ({ amount: textAt(json, ...amount.split(".")), unit: textAt(json, ...unit.split(".")) });

/**
 * Queries a vendor for the balance.
 *
 * @param source the path that a GET reads it from, or another call
 * @param read finds amount and unit in the JSON of a 200; `currency` if the unit is one. An amount that is not a
 *   decimal number means that the response has an unknown format.
 * @throws if the vendor cannot be reached, refuses, or returns something else; never with a secret
 */
export async function readCredit(client: Client, source: string | Call, read: ReadAmount): Promise<CreditReading> {
  const answer = await client.call(typeof source === "string" ? { path: source } : source);
  if (answer.kind !== "answer") throw new Error(`the balance could not be queried: ${answer.code}`);
  if (answer.status !== 200) throw new Error(`the vendor refused to return the balance: ${answer.status}`);
  const { amount, unit } = read(answer.json);
  if (!AMOUNT.test(amount) || unit === "")
    throw new Error("the vendor's response about the balance has an unknown format");
  return { amount, unit, currency: currencyOf(unit) };
}
