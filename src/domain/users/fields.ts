import { DomainError, invalidParameters, type Detail } from "../error.ts";
import { readPhone } from "../recipients/numbers.ts";
import type { Phone } from "../recipients/phone.ts";

/** No colon (HTTP Basic splits there) and no @ (so that it is never someone's e-mail address). */
export const USERNAME = /^[A-Za-z0-9][A-Za-z0-9._-]{1,59}$/;
export const USERNAME_ISSUE = "must be 2 to 60 letters, digits, dots, dashes or underscores";
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Rules for every user, wherever the fields came from. The routes check the same and more. */
export function requireFields(given: {
  readonly username?: string | undefined;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly password?: string | undefined;
}): void {
  const { username, email, name, password } = given;
  const issues: Detail[] = [];
  if (username !== undefined && !USERNAME.test(username)) {
    issues.push(issue("username", USERNAME_ISSUE));
  }
  if (email !== undefined && (!EMAIL.test(email) || email.length > 254)) {
    issues.push(issue("email", "is not an e-mail address"));
  }
  if (name !== undefined && (name.trim() === "" || name.length > 250)) {
    issues.push(issue("name", "must have 1 to 250 characters"));
  }
  if (password !== undefined && (password.length < 12 || password.length > 256)) {
    issues.push(issue("password", "must have 12 to 256 characters"));
  }
  if (issues.length > 0) throw invalidParameters(issues);
}

/** Requires a number with its country code, or none. @throws DomainError `invalid_parameter` */
export function requirePhone(text: string | null): Phone | null {
  if (text === null) return null;
  const phone = readPhone("phone", text, null);
  if (typeof phone === "string") return phone;
  throw new DomainError("invalid_parameter", `The phone ${phone.message}.`, [phone]);
}

function issue(field: string, message: string): Detail {
  return { field, code: "invalid_format", message };
}
