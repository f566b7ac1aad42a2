import type { CreditReading } from "#domain/gateways/gateway";

import { AMOUNT, currencyOf } from "../../shared/credit.ts";
import type { CallResult } from "./caller.ts";
import { answered, compileFinder } from "./find.ts";
import type { HttpSettings } from "./settings.ts";

/**
 * The balance in a response, by the settings.
 *
 * @throws if it cannot be read; never with a secret
 */
export function readBalance(answer: CallResult, given: HttpSettings): CreditReading {
  if (answer.kind === "unsafe") throw new Error("the configured headers cannot be used to query the balance");
  if (answer.kind === "no token") throw new Error("the gateway returned no token to query the balance");
  if (answer.kind !== "answer") throw new Error(`the balance could not be queried: ${answer.code}`);
  if (answer.status !== 200) throw new Error(`the gateway refused to return the balance: ${answer.status}`);
  const [found] = compileFinder(given.balance ?? "/")(answered(answer.body));
  if (found === undefined || !AMOUNT.test(found)) throw new Error("no balance at the configured place in the response");
  const unit = given.balanceUnit;
  return { amount: shift(found, given.balanceDecimals), unit, currency: currencyOf(unit) };
}

/** Moves the decimal point of an integer amount to the left, as a string: no binary fractions. */
function shift(amount: string, decimals: number): string {
  if (decimals === 0 || amount.includes(".")) return amount;
  const sign = amount.startsWith("-") ? "-" : "";
  const digits = amount.slice(sign.length).padStart(decimals + 1, "0");
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
