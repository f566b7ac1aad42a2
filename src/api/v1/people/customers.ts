import { customerData, customerPath, customerRequest, customersData, customersQuery } from "#contract/customers";
import { DomainError } from "#domain/error";
import type { Customer, CustomerStore } from "#domain/users/customer-store";
import { readPhone } from "#domain/recipients/numbers";
import { isCountry, type Country, type Phone } from "#domain/recipients/phone";
import { counted } from "#lib/counted";
import { deletedById } from "#contract/fields";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { PER_PAGE } from "../../response/paged-list.ts";
import { pageOf } from "./users.ts";

export type CustomerDeps = {
  readonly customers: CustomerStore;
  /** The site's country, for numbers without a plus. */
  readonly country: Country | null;
  readonly base: string;
};

const common = { access: "svc_users", tag: "Customers" } as const;

/** The customers that the standalone service stores itself. Why svc_users: docs/decisions/0007-builtin-host.md. */
export function customersEndpoints({ customers, country, base }: CustomerDeps): Endpoint[] {
  return [
    endpoint({
      ...common,
      operationId: "listCustomers",
      method: "GET",
      path: "/customers",
      summary: "List customers",
      input: customersQuery,
      data: customersData,
      errors: ["not_found"],
      async handle({ cursor, per_page: limit = PER_PAGE, ...filter }) {
        const found = await customers.list({ ...filter, after: cursor ?? 0, limit });
        const items = found.map(shown);
        return { message: `${counted(items.length, "customer")}.`, data: { items, pagination: pageOf(found, limit) } };
      },
    }),
    endpoint<typeof customerRequest, { name: string; phone: Phone; country: string | null }>({
      ...common,
      operationId: "createCustomer",
      method: "POST",
      path: "/customers",
      summary: "Add a customer",
      input: customerRequest,
      data: customerData,
      status: 201,
      errors: ["not_found", "conflict"],
      read(fields, _context, issues) {
        const code = fields.country;
        if (code !== undefined && !isCountry(code)) {
          issues.push({ field: "country", code: "not_in_list", message: "is not a country", value: code });
        }
        const home = code !== undefined && isCountry(code) ? code : country;
        const phone = fields.phone === undefined ? undefined : readPhone("phone", fields.phone, home);
        if (typeof phone === "object") issues.push(phone);
        return { name: fields.name!, phone: phone as Phone, country: code ?? null };
      },
      async handle(command) {
        const made = await customers.add(command);
        if (!made) {
          throw new DomainError("conflict", "Another customer has this number.", [
            { field: "phone", code: "taken", message: "is taken", value: command.phone },
          ]);
        }
        return {
          status: 201,
          message: `Customer ${made.id} added.`,
          data: shown(made),
          headers: { Location: `${base}/customers/${made.id}` },
        };
      },
    }),
    endpoint({
      ...common,
      operationId: "deleteCustomer",
      method: "DELETE",
      path: "/customers/{id}",
      summary: "Delete a customer",
      input: customerPath,
      data: deletedById,
      errors: ["not_found"],
      async handle({ id }) {
        if (!(await customers.remove(id))) throw new DomainError("not_found", `There is no customer ${id}.`);
        return { message: `Customer ${id} deleted.`, data: { deleted: true, id } };
      },
    }),
  ];
}

function shown({ createdAt, ...customer }: Customer) {
  return { ...customer, created_at: createdAt.toISOString() };
}
