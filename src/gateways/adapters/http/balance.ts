import type { CreditReading } from "#domain/gateways/gateway";

import type { CallResult } from "./caller.ts";
import { answered, compileFinder } from "./find.ts";
import type { HttpSettings } from "./settings.ts";

/**
 * The balance in an answer, by the settings.
 *
 * @throws where there is none to read; never with a secret
 */
export function readBalance(answer: CallResult, given: HttpSettings): CreditReading {
  if (answer.kind === "unsafe") throw new Error("the headers of the settings cannot be used to ask for the balance");
  if (answer.kind === "no token") throw new Error("the gateway gave no token to ask for the balance");
  if (answer.kind !== "answer") throw new Error(`the gateway could not be asked for the balance: ${answer.code}`);
  if (answer.status !== 200) throw new Error(`the gateway refused to tell the balance: ${answer.status}`);
  const [found] = compileFinder(given.balance ?? "/")(answered(answer.body));
  if (found === undefined || !/^-?\d{1,18}(\.\d{1,12})?$/.test(found))
    throw new Error("no balance where the settings say it stands");
  const unit = given.balanceUnit;
  return { amount: shift(found, given.balanceDecimals), unit, currency: /^[A-Z]{3}$/.test(unit) ? unit : null };
}

/** Moves the decimal point of a whole amount to the left, in text: no binary fractions. */
function shift(amount: string, decimals: number): string {
  if (decimals === 0 || amount.includes(".")) return amount;
  const sign = amount.startsWith("-") ? "-" : "";
  const digits = amount.slice(sign.length).padStart(decimals + 1, "0");
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
