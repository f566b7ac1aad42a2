// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type GroupsOperations = {
  /**
   * List groups.
   *
   * Needs `svc_subscribers`.
   */
  listGroups: {
    kind: "page";
    input: {
      /** Part of the name. */
      search?: string | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: WithWarnings<{
      items: Schemas["Group"][];
      pagination: {
        per_page: number;
        next_cursor: string | null;
        total: number;
      };
    }>;
    item: Schemas["Group"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Create a group.
   *
   * Needs `svc_subscribers`.
   */
  createGroup: {
    kind: "data";
    input: {
      name: string;
      /** Whether new members must send back a code; "site": as the site says. */
      double_opt_in?: boolean | "site" | undefined;
      /** Text of the message with the activation code, by language, in place of the site's (`newsletter.code_texts` in the settings). Replaced as a whole. */
      code_texts?: Record<string, string> | undefined;
      /** The message to a new member, by language, in place of the site's (`newsletter.welcome_texts` in the settings). Replaced as a whole. */
      welcome_texts?: Record<string, string> | undefined;
    };
    data: WithWarnings<Schemas["Group"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "conflict";
  };
  /**
   * Show a group.
   *
   * Needs `svc_subscribers`.
   */
  getGroup: {
    kind: "data";
    input: {
      /** Id of the group. */
      id: number;
    };
    data: WithWarnings<Schemas["Group"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Change a group.
   *
   * Only the parameters given are changed.
   *
   * Needs `svc_subscribers`.
   */
  updateGroup: {
    kind: "data";
    input: {
      /** Id of the group. */
      id: number;
      name?: string | undefined;
      /** Whether new members must send back a code; "site": as the site says. */
      double_opt_in?: boolean | "site" | undefined;
      /** Text of the message with the activation code, by language, in place of the site's (`newsletter.code_texts` in the settings). Replaced as a whole. */
      code_texts?: Record<string, string> | undefined;
      /** The message to a new member, by language, in place of the site's (`newsletter.welcome_texts` in the settings). Replaced as a whole. */
      welcome_texts?: Record<string, string> | undefined;
    };
    data: WithWarnings<Schemas["Group"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
  /**
   * Delete a group.
   *
   * A group with members is deleted only with `force`; its members then leave it, and marketing that still waits for them as its members ends. A group that a schedule sends to alone cannot be deleted, and the conflict lists the schedules; nor can the last group, the one that people join by default.
   *
   * Needs `svc_subscribers`.
   */
  deleteGroup: {
    kind: "data";
    input: {
      /** Id of the group. */
      id: number;
      /** Delete the group even if it has members, and remove them from it. */
      force?: boolean | undefined;
    };
    data: WithWarnings<{
      deleted: true;
      id: number;
      members: number;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
};
