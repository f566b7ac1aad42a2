import type { Contact, ContactPage } from "#domain/access/host";
import type { PlatformAccount } from "#domain/access/platform";

export function checkedPage(page: ContactPage): ContactPage {
  return { ...page, contacts: page.contacts.map(checkedContact) };
}

/** A program in JavaScript has no types that guarantee every field. */
export function checkedContact<Checked extends Contact>(contact: Checked): Checked {
  requireId(contact.id);
  for (const name of ["phone", "name", "country"] as const) {
    const value: unknown = contact[name] ?? null;
    if (value === null || typeof value === "string") continue;
    throw new Error(
      `The ${name} of the user ${contact.id} is of the type ${typeof value}: it must be a string or null.`,
    );
  }
  return { ...contact, phone: contact.phone ?? null };
}

/** Ids are stored as integers: any other could match a different user, or none. */
function requireId(id: number): void {
  if (isId(id)) return;
  throw new Error(`A user has the id ${JSON.stringify(id)}: ids must be positive integers.`);
}

export function checkedAccount(platform: string, id: number, account: PlatformAccount | null): PlatformAccount | null {
  if (!account) return null;
  requireId(account.id);
  const { username, roles, capabilities, createdAt = "" } = account;
  if (typeof username !== "string" || !Array.isArray(roles) || !Array.isArray(capabilities)) {
    throw new Error(`The user ${id} has no username, or no list of roles or of capabilities.`);
  }
  // A Date is equal to no other one.
  if (typeof createdAt !== "string") throw new Error(`The createdAt of the user ${id} must be a string.`);
  if (account.id === id) return account;
  throw new Error(`${platform} was queried for user ${id} and answers with ${JSON.stringify(account.id)}.`);
}

function isId(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
