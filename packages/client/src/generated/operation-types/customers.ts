// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type CustomersOperations = {
  /**
   * List customers.
   *
   * Needs `svc_users`.
   */
  listCustomers: {
    kind: "page";
    input: {
      /** Part of the name or number. */
      search?: string | undefined;
      /** `pagination.next_cursor` of the previous page. */
      cursor?: string | null | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
    };
    data: WithWarnings<{
      items: Schemas["Customer"][];
      pagination: Schemas["Pagination"];
    }>;
    item: Schemas["Customer"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Add a customer.
   *
   * Needs `svc_users`.
   */
  createCustomer: {
    kind: "data";
    input: {
      name: string;
      /** E.164, or a national number of `country`. */
      phone: string;
      /** ISO 3166 code of the country of a national number. */
      country?: string | undefined;
    };
    data: WithWarnings<Schemas["Customer"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "conflict";
  };
  /**
   * Delete a customer.
   *
   * Needs `svc_users`.
   */
  deleteCustomer: {
    kind: "data";
    input: {
      id: number;
    };
    data: WithWarnings<{
      deleted: true;
      id: number;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found";
  };
};
