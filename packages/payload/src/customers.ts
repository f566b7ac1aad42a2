import type { Contact, Platform } from "tidings";

import type { CustomerSource } from "./options.ts";
import { fieldsOf, textAt, type Collection, type Payload } from "./payload.ts";

/** Ids of different collections must not meet: each has its own sixteenth of the numbers. */
const MAX_SOURCES = 16;

/**
 * Reads customers from one source after the other; a customer who is in several gets a message once, because their
 * number is the same. A cursor is the number of the source and the last id that was read: "1:250".
 */
export function customersOf(payload: () => Payload, sources: readonly CustomerSource[]): Platform["customers"] {
  if (sources.length === 0) return undefined;
  if (sources.length > MAX_SOURCES) throw new Error(`tidings: customers may name ${MAX_SOURCES} collections at most.`);
  return async (cursor, limit) => {
    const [nth, last] = (cursor ?? "0:0").split(":").map(Number) as [number, number];
    const source = sources[nth];
    if (!source) return { contacts: [], next: null };
    const { collection, where = {}, phoneField, nameField, countryField } = source;
    const { docs } = await payload().find({
      collection,
      where: { and: [{ id: { greater_than: last } }, { [phoneField]: { exists: true } }, where] },
      sort: "id",
      limit,
      depth: 0,
      pagination: false,
      overrideAccess: true,
    });
    const contacts = docs.map((one): Contact => ({
      id: (one.id as number) * MAX_SOURCES + nth,
      phone: textAt(one, phoneField),
      name: textAt(one, nameField),
      country: textAt(one, countryField),
    }));
    if (docs.length === limit) return { contacts, next: `${nth}:${docs.at(-1)!.id}` };
    return { contacts, next: nth + 1 < sources.length ? `${nth + 1}:0` : null };
  };
}

/** What Payload's e-commerce plugin stores numbers in: addresses of customers, and orders of guests. */
export function shopSources(collections: readonly Collection[]): readonly CustomerSource[] {
  const has = (slug: string, path: string): boolean => {
    const collection = collections.find((one) => one.slug === slug);
    return collection !== undefined && fieldsOf(collection.fields).has(path);
  };
  const addresses = { collection: "addresses", phoneField: "phone", nameField: "firstName", countryField: "country" };
  const guests = {
    collection: "orders",
    where: { customer: { exists: false } },
    phoneField: "shippingAddress.phone",
    nameField: "shippingAddress.firstName",
    countryField: "shippingAddress.country",
  };
  return [
    ...(has("addresses", "phone") ? [addresses] : []),
    ...(has("orders", "customer") && has("orders", "shippingAddress.phone") ? [guests] : []),
  ];
}
