import type { CustomerStore } from "#domain/users/customer-store";
import type { Commerce } from "#domain/access/host";

/** The customers that the standalone service stores itself. */
export function builtinCommerce(store: Pick<CustomerStore, "list">): Commerce {
  return {
    name: "builtin",
    async customers(cursor, limit) {
      const customers = await store.list({ after: cursor === null ? 0 : Number(cursor), limit });
      const contacts = customers.map(({ id, phone, name }) => ({ id, phone, name }));
      return { contacts, next: contacts.length < limit ? null : String(contacts.at(-1)!.id) };
    },
    async search(text, limit) {
      const customers = await store.list({ search: text, after: 0, limit });
      return customers.map(({ id, phone, name }) => ({ id, phone, name }));
    },
  };
}
