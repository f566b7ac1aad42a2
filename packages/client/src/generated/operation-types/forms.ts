// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type FormsOperations = {
  /**
   * Make a person's links.
   *
   * Addresses of the page on which this person leaves or changes groups. Anyone who has a link can do that, so send it to this person alone. The links stay the same until they are replaced.
   *
   * Needs `svc_subscribers`.
   */
  createSubscriberLinks: {
    kind: "data";
    input: {
      /** Id of the subscriber. */
      id: number;
      /** Invalidate all links given out for this person so far. Default: false. */
      replace?: boolean | undefined;
    };
    data: WithWarnings<{
      /** The person's page: their groups, and a button to leave all. */
      preferences_url: string;
      /** The same page at the button to leave: opening it changes nothing. */
      leave_url: string;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "public_url_missing";
  };
  /**
   * List forms.
   *
   * Needs `svc_subscribers`.
   */
  listForms: {
    kind: "page";
    input: {
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: WithWarnings<{
      items: Schemas["Form"][];
      pagination: Schemas["Pagination"];
    }>;
    item: Schemas["Form"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Create a form.
   *
   * Its page is at /p/{slug}, for everyone.
   *
   * Needs `svc_subscribers`.
   */
  createForm: {
    kind: "data";
    input: {
      /** The form's name in its address, /p/{slug}. Cannot be changed. */
      slug: string;
      title: string;
      /** Text below the title; line breaks are kept. */
      intro?: string | undefined;
      /** The groups that the form offers, in this order. */
      group_ids: number | (readonly number[]);
      /** all: a person joins all of them; otherwise they choose, from checked (preselected) or empty (open) boxes. Default: all. */
      group_choice?: "all" | "preselected" | "open" | undefined;
      /** Whether the form asks for a name. Default: optional. */
      name_field?: "hidden" | "optional" | "required" | undefined;
      /** Custom fields that it asks for. */
      fields?: readonly {
        /** Name of the custom field. */
        key: string;
        label: string;
        /** Default: text. */
        type?: Schemas["FieldType"] | undefined;
        required?: boolean | undefined;
        /** For type choice. */
        choices?: string | (readonly string[]) | undefined;
      }[] | undefined;
      /** What a person agrees to. Each change makes a new version, and a consent refers to the one shown. */
      consent: string;
      /** Whether a code is always required. false: as set for each group or the site, and always from people who left before. Default: true. */
      confirm?: boolean | undefined;
      /** Color of the buttons. Default: #0f5f6b. */
      accent?: string | undefined;
      /** An https image above the title; empty: none. */
      logo_url?: string | undefined;
      /** Language of the page. Default: that of the site. */
      locale?: Schemas["PageLocale"] | undefined;
      /** An https address where a person continues after confirming; empty: a page of the form. */
      success_url?: string | undefined;
      /** Origins of the sites whose pages may embed the form. */
      origins?: string | (readonly string[]) | undefined;
      /** Default: true. */
      enabled?: boolean | undefined;
    };
    data: WithWarnings<Schemas["Form"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "conflict";
  };
  /**
   * Show a form.
   *
   * Needs `svc_subscribers`.
   */
  getForm: {
    kind: "data";
    input: {
      slug: string;
    };
    data: WithWarnings<Schemas["Form"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Change a form.
   *
   * Only the parameters given are changed. A changed consent text becomes a new version.
   *
   * Needs `svc_subscribers`.
   */
  updateForm: {
    kind: "data";
    input: {
      slug: string;
      title?: string | undefined;
      /** Text below the title; line breaks are kept. */
      intro?: string | undefined;
      /** The groups that the form offers, in this order. */
      group_ids?: number | (readonly number[]) | undefined;
      /** all: a person joins all of them; otherwise they choose, from checked (preselected) or empty (open) boxes. Default: all. */
      group_choice?: "all" | "preselected" | "open" | undefined;
      /** Whether the form asks for a name. Default: optional. */
      name_field?: "hidden" | "optional" | "required" | undefined;
      /** Custom fields that it asks for. */
      fields?: readonly {
        /** Name of the custom field. */
        key: string;
        label: string;
        /** Default: text. */
        type?: Schemas["FieldType"] | undefined;
        required?: boolean | undefined;
        /** For type choice. */
        choices?: string | (readonly string[]) | undefined;
      }[] | undefined;
      /** What a person agrees to. Each change makes a new version, and a consent refers to the one shown. */
      consent?: string | undefined;
      /** Whether a code is always required. false: as set for each group or the site, and always from people who left before. Default: true. */
      confirm?: boolean | undefined;
      /** Color of the buttons. Default: #0f5f6b. */
      accent?: string | undefined;
      /** An https image above the title; empty: none. */
      logo_url?: string | undefined;
      /** Language of the page. Default: that of the site. */
      locale?: Schemas["PageLocale"] | undefined;
      /** An https address where a person continues after confirming; empty: a page of the form. */
      success_url?: string | undefined;
      /** Origins of the sites whose pages may embed the form. */
      origins?: string | (readonly string[]) | undefined;
      /** Default: true. */
      enabled?: boolean | undefined;
    };
    data: WithWarnings<Schemas["Form"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found";
  };
  /**
   * Delete a form.
   *
   * Its page is gone at once. Consents keep the text that was shown.
   *
   * Needs `svc_subscribers`.
   */
  deleteForm: {
    kind: "data";
    input: {
      slug: string;
    };
    data: WithWarnings<{
      deleted: true;
      slug: string;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found";
  };
  /**
   * Show a form in a page of your site.
   *
   * For a site whose server writes the form into its own pages, without a script: what to show first, in the form's language. It may be kept for a while; a consent text that has changed since is shown again before a person subscribes.
   *
   * Needs `svc_subscribers`.
   */
  showFormPage: {
    kind: "data";
    input: {
      slug: string;
      /** Origin of the site whose page shows the form. It must be one of the form's origins. */
      origin: string;
    };
    data: WithWarnings<Schemas["FormPage"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Send a form that a person filled in on your site.
   *
   * Returns what to show next: the field for the code, or the form with what is wrong. The response is the same for every number. Protect your page against bots: this route limits only the number of requests from one network.
   *
   * Needs `svc_subscribers`.
   */
  submitFormPage: {
    kind: "data";
    input: {
      slug: string;
      /** Origin of the site whose page shows the form. It must be one of the form's origins. */
      origin: string;
      /** Version of the consent text that was shown. */
      version?: string | undefined;
      /** As it was entered. */
      number?: string | undefined;
      name?: string | undefined;
      /** Groups that were chosen. */
      group?: number | (readonly number[]) | undefined;
      /** Whether the box next to the consent text was checked. */
      consent?: boolean | undefined;
      /** Text of the custom fields by their keys. */
      fields?: Record<string, string> | undefined;
      /** The value of a field that people do not see. If it is not empty, the call gets the same response, and no subscription is made. */
      trap?: string | undefined;
      /** Address of the person: kept with the consent, and limited instead of the caller's. Calls of the WordPress plugin already include it. */
      client_ip?: string | undefined;
    };
    data: WithWarnings<Schemas["FormPage"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * Confirm the code that a person entered on your site.
   *
   * Returns what to show next. A closed form still accepts the codes that were sent before.
   *
   * Needs `svc_subscribers`.
   */
  confirmFormPage: {
    kind: "data";
    input: {
      slug: string;
      /** Origin of the site whose page shows the form. It must be one of the form's origins. */
      origin: string;
      /** From `hidden` of the view that asked for the code. */
      sealed: string;
      /** The code from the SMS. */
      code?: string | undefined;
      /** Address of the person: kept with the consent, and limited instead of the caller's. Calls of the WordPress plugin already include it. */
      client_ip?: string | undefined;
    };
    data: WithWarnings<Schemas["FormPage"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
};
