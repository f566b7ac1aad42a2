// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type TemplatesOperations = {
  /**
   * List templates.
   *
   * Needs `svc_sendsms`.
   */
  listTemplates: {
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
      items: Schemas["Template"][];
      pagination: Schemas["Pagination"];
    }>;
    item: Schemas["Template"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Create a template.
   *
   * A text to be sent by its id, in one or more languages. Names are unique.
   *
   * Needs `svc_sendsms`.
   */
  createTemplate: {
    kind: "data";
    input: {
      name: string;
      /** The text, with variables such as {{name}}. */
      text: string;
      /** For messages that set none themselves. */
      category?: Schemas["MessageCategory"] | null | undefined;
      /** Texts in other languages, by language tag. */
      variants?: Record<string, string> | undefined;
    };
    data: WithWarnings<Schemas["Template"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "conflict";
  };
  /**
   * Show a template.
   *
   * Needs `svc_sendsms`.
   */
  getTemplate: {
    kind: "data";
    input: {
      /** Id of the template. */
      id: number;
    };
    data: WithWarnings<Schemas["Template"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Change a template.
   *
   * Only the parameters given are changed. Messages and schedules that were created with it keep the earlier text. With `version`, nothing is changed if someone else changed it first: 409 `conflict`, with the present version in `data.version`.
   *
   * Needs `svc_sendsms`.
   */
  updateTemplate: {
    kind: "data";
    input: {
      /** Id of the template. */
      id: number;
      /** The `version` that was read. If it has changed since, the response is 409 `conflict` and nothing is changed. */
      version?: number | undefined;
      name?: string | undefined;
      /** The text, with variables such as {{name}}. */
      text?: string | undefined;
      /** null: none. */
      category?: Schemas["MessageCategory"] | null | undefined;
      /** Replaces all of them. */
      variants?: Record<string, string> | undefined;
    };
    data: WithWarnings<Schemas["Template"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
  /**
   * Delete a template.
   *
   * Messages and schedules that were created with it keep their text.
   *
   * Needs `svc_sendsms`.
   */
  deleteTemplate: {
    kind: "data";
    input: {
      /** Id of the template. */
      id: number;
    };
    data: WithWarnings<{
      deleted: true;
      id: number;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found";
  };
};
