// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type FieldsOperations = {
  /**
   * List the fields of subscribers.
   *
   * Needs `svc_subscribers`.
   */
  listFields: {
    kind: "page";
    input: {
      /** Only archived fields, or only those in use. Default: both. */
      archived?: boolean | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: WithWarnings<{
      items: Schemas["Field"][];
      pagination: Schemas["Pagination"];
    }>;
    item: Schemas["Field"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Define a field.
   *
   * Gives a key of `custom_fields` a type: from now on its values are checked and stored in one format, in every call. Existing values stay as they are.
   *
   * Needs `svc_subscribers`.
   */
  createField: {
    kind: "data";
    input: {
      /** Its name in `custom_fields`; it cannot be changed. */
      key: string;
      /** What a form shows. Default: the key. */
      label?: string | undefined;
      /** The type of its values; it cannot be changed. */
      type: Schemas["FieldType"];
      /** The values of a `choice`, in the order in which a form shows them. */
      choices?: string | (readonly string[]) | undefined;
      /** Whether every new subscriber, and every call that sends `custom_fields`, must have a value. */
      required?: boolean | undefined;
    };
    data: WithWarnings<Schemas["Field"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "conflict";
  };
  /**
   * Show a field.
   *
   * Needs `svc_subscribers`.
   */
  getField: {
    kind: "data";
    input: {
      /** Key of the field. */
      key: string;
    };
    data: WithWarnings<Schemas["Field"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Change, archive or restore a field.
   *
   * Only the parameters given are changed. A choice that a subscriber has cannot be removed.
   *
   * Needs `svc_subscribers`.
   */
  updateField: {
    kind: "data";
    input: {
      /** Key of the field. */
      key: string;
      /** What a form shows. */
      label?: string | undefined;
      /** The values of a `choice`, in the order in which a form shows them. */
      choices?: string | (readonly string[]) | undefined;
      /** Whether every new subscriber, and every call that sends `custom_fields`, must have a value. */
      required?: boolean | undefined;
      /** An archived field keeps its values, is hidden from forms, and accepts no new value. */
      archived?: boolean | undefined;
    };
    data: WithWarnings<Schemas["Field"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
  /**
   * Delete a field that has no values.
   *
   * A field of which any subscriber has a value can only be archived.
   *
   * Needs `svc_subscribers`.
   */
  deleteField: {
    kind: "data";
    input: {
      /** Key of the field. */
      key: string;
    };
    data: WithWarnings<{
      deleted: true;
      key: string;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "conflict";
  };
};
