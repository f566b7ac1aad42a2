import { Fault, type Detail } from "../fault.ts";
import { readPhone } from "../recipients/numbers.ts";
import type { Phone } from "../recipients/phone.ts";

/** No colon (HTTP Basic splits there) and no @ (so that it is never somebody's e-mail address). */
const USERNAME = /^[A-Za-z0-9][A-Za-z0-9._-]{1,59}$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** What must hold for every user, whichever way the fields came in. The routes check the same and more. */
export function requireFields(given: {
  readonly username?: string | undefined;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly password?: string | undefined;
}): void {
  const { username, email, name, password } = given;
  const faults: Detail[] = [];
  if (username !== undefined && !USERNAME.test(username)) {
    faults.push(fault("username", "must be 2 to 60 letters, digits, dots, dashes or underscores"));
  }
  if (email !== undefined && (!EMAIL.test(email) || email.length > 254)) {
    faults.push(fault("email", "is not an e-mail address"));
  }
  if (name !== undefined && (name.trim() === "" || name.length > 250)) {
    faults.push(fault("name", "must have 1 to 250 characters"));
  }
  if (password !== undefined && (password.length < 12 || password.length > 256)) {
    faults.push(fault("password", "must have 12 to 256 characters"));
  }
  const [first] = faults;
  if (first) throw new Fault("invalid_parameter", `${first.field} ${first.message}.`, faults);
}

/** A number with its country code, or none. @throws Fault `invalid_parameter` */
export function requirePhone(text: string | null): Phone | null {
  if (text === null) return null;
  const phone = readPhone("phone", text, null);
  if (typeof phone === "string") return phone;
  throw new Fault("invalid_parameter", `The phone ${phone.message}.`, [phone]);
}

function fault(field: string, message: string): Detail {
  return { field, code: "invalid_format", message };
}
