// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type UsersRolesOperations = {
  /**
   * List roles and their capabilities.
   *
   * Needs `svc_users`.
   */
  listRoles: {
    kind: "page";
    input: {
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: WithWarnings<{
      items: Schemas["Role"][];
      pagination: Schemas["Pagination"];
    }>;
    item: Schemas["Role"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Create a role.
   *
   * Needs `svc_users`.
   */
  createRole: {
    kind: "data";
    input: {
      name: string;
      /** Display name. */
      label?: string | undefined;
      /** What users with this role may do. */
      capabilities?: Schemas["Capability"] | (readonly Schemas["Capability"][]) | undefined;
    };
    data: WithWarnings<Schemas["Role"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "conflict";
  };
  /**
   * Set a role's capabilities.
   *
   * Affects every user with the role, so you must have the capabilities that you add or remove.
   *
   * Needs `svc_users`.
   */
  setRole: {
    kind: "data";
    input: {
      /** Name of the role. */
      name: string;
      /** Display name. */
      label?: string | undefined;
      /** What users with this role may do. */
      capabilities?: Schemas["Capability"] | (readonly Schemas["Capability"][]) | undefined;
    };
    data: WithWarnings<Schemas["Role"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
  /**
   * Change a role.
   *
   * Affects every user with the role, so you must have the capabilities that you add or remove.
   *
   * Needs `svc_users`.
   */
  updateRole: {
    kind: "data";
    input: {
      /** Name of the role. */
      name: string;
      /** Display name. */
      label?: string | undefined;
      /** What users with this role may do. */
      capabilities?: Schemas["Capability"] | (readonly Schemas["Capability"][]) | undefined;
    };
    data: WithWarnings<Schemas["Role"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
  /**
   * Delete a role that no user has.
   *
   * Needs `svc_users`.
   */
  deleteRole: {
    kind: "data";
    input: {
      /** Name of the role. */
      name: string;
    };
    data: WithWarnings<{
      deleted: true;
      previous: Schemas["Role"];
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
};
