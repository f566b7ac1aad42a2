import type { CreditReading } from "#domain/gateways/gateway";

import type { Call, Client } from "./client.ts";

/**
 * Asks a vendor for the balance.
 *
 * @param ask the path that a GET reads it from, or another call
 * @param read finds amount and unit in a 200's JSON; `currency` where the unit is one. An amount that is no decimal
 *   number means that the answer has another form than the known one.
 * @throws where the vendor cannot be reached, refuses, or answers something else; never with a secret
 */
export async function readCredit(
  client: Client,
  ask: string | Call,
  read: (json: unknown) => { readonly amount: string; readonly unit: string },
): Promise<CreditReading> {
  const answer = await client.call(typeof ask === "string" ? { path: ask } : ask);
  if (answer.kind !== "answer") throw new Error(`the vendor could not be asked for the balance: ${answer.code}`);
  if (answer.status !== 200) throw new Error(`the vendor refused to tell the balance: ${answer.status}`);
  const { amount, unit } = read(answer.json);
  if (!/^-?\d{1,18}(\.\d{1,12})?$/.test(amount) || unit === "")
    throw new Error("the vendor's answer about the balance is not of the known form");
  return { amount, unit, currency: /^[A-Z]{3}$/.test(unit) ? unit : null };
}
