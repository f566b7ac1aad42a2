// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type SubscribersOperations = {
  /**
   * List subscribers.
   *
   * Needs `svc_subscribers`.
   */
  listSubscribers: {
    kind: "page";
    input: {
      /** Part of the name or the number; with its country, `+49…`, the beginning of the number. */
      search?: string | undefined;
      /** Only members of this group; `state` is then their state in it. */
      group_id?: number | undefined;
      /** active: in a group; bounced: in a group, but the number cannot be reached; pending: in no group and waiting for a code; left: neither, the person unsubscribed from all. present (default): all who have not left; inactive: all who are not active. */
      state?: "active" | "pending" | "left" | "bounced" | "present" | "inactive" | "all" | undefined;
      /** Only numbers that begin with this country's code. */
      country?: string | undefined;
      /** The people who meet every condition in `all` and, if there are any, at least one in `any`; at most 20 conditions. */
      filter?: {
        all?: readonly Schemas["FilterCondition"][] | undefined;
        any?: readonly Schemas["FilterCondition"][] | undefined;
      } | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
      /** Default: id. In any other order, a list ends at 10,000 people, and anyone who joins or leaves meanwhile may shift others across a page boundary. */
      orderby?: "id" | "name" | "mobile" | "created_at" | undefined;
      /** Default: desc. */
      order?: "asc" | "desc" | undefined;
    };
    data: WithWarnings<{
      items: Schemas["SubscriberState"][];
      pagination: {
        per_page: number;
        next_cursor: string | null;
        /** Exact to 10000, if they can be counted in 0.2 seconds. */
        total: number;
        /** There are more than `total`, or they could not be counted in time. */
        total_capped: boolean;
      };
    }>;
    item: Schemas["SubscriberState"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "use_cursor";
  };
  /**
   * Add a subscriber.
   *
   * Like POST /newsletter, with the same opt-in rules; a number that already belongs to all the groups is a conflict.
   *
   * Needs `svc_subscribers`.
   */
  createSubscriber: {
    kind: "data";
    input: {
      name: string;
      /** The number, in E.164 format, or national if TIDINGS_COUNTRY is set. */
      mobile: string;
      /** Group id, or a list of them. Default: the first group. */
      group_id?: number | (readonly number[]) | undefined;
      /** The same as group_id. */
      group_ids?: number | (readonly number[]) | undefined;
      /** Up to 50 values by name: strings, numbers or booleans. */
      custom_fields?: Record<string, string | number | boolean> | undefined;
      /** The person's language, as a BCP 47 tag. */
      locale?: string | undefined;
      /** The person's time zone, by its IANA name. */
      time_zone?: string | undefined;
      /** What happens to the name, fields, language and time zone of a person who is or was subscribed. Default: update. keep: for a form in which anyone can enter anyone's number; only people who never were more than a request from such a page (`consent_source` page) get new ones. People who left then join again only with a code, unless `double_opt_in` is false. */
      on_existing?: "update" | "keep" | undefined;
      /** Whether the owner of the number must confirm with a code. Default: as set for the group or the site. */
      double_opt_in?: boolean | undefined;
      /** Whether people who become members by this call get the welcome message, if the settings have one. Default: true, except with the `consent_source` import. People who must confirm get it after that. */
      welcome?: boolean | undefined;
      /** Where the person consented. Default: api; console for users signed in there; wordpress for calls through the site. */
      consent_source?: "api" | "page" | "console" | "import" | "wordpress" | undefined;
      /** What the person agreed to, as it was shown. Stored in the consent ledger. */
      consent_text?: string | undefined;
      /** Version of that text. */
      consent_version?: string | undefined;
      /** Language of that text. */
      consent_language?: string | undefined;
      /** Address of the person who subscribes: kept with the consent instead of the caller's, and limited like the number. */
      client_ip?: string | undefined;
    };
    data: WithWarnings<Schemas["SubscriberState"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "conflict" | "not_in_this_state" | "no_gateway" | "spend_cap_reached" | "insufficient_credit";
  };
  /**
   * Change many subscribers.
   *
   * Starts a job that applies one action to everyone who matches a filter, or who is named by id. Consents, events and webhooks are written for each person as by the same action on one. `add_to_group` does not add people who have left the group or all groups, or who opted out; they count as unchanged.
   *
   * Needs `svc_subscribers`.
   */
  bulkSubscribers: {
    kind: "data";
    input: {
      /** What to do with each of them. */
      action: "add_to_group" | "remove_from_group" | "unsubscribe" | "delete" | "set_field" | "reactivate";
      /** The people who meet every condition in `all` and, if there are any, at least one in `any`; at most 20 conditions. */
      filter?: {
        all?: readonly Schemas["FilterCondition"][] | undefined;
        any?: readonly Schemas["FilterCondition"][] | undefined;
      } | undefined;
      /** Ids of subscribers, instead of a filter. */
      ids?: number | (readonly number[]) | undefined;
      /** Of `add_to_group` and `remove_from_group`. */
      group_id?: number | undefined;
      /** Of `add_to_group`: false if these people have agreed already. A bulk action sends no codes, so it is refused where codes are required. */
      double_opt_in?: boolean | undefined;
      /** Of `set_field`: the key in `custom_fields`. */
      field?: string | undefined;
      /** Of `set_field`: its value; null removes it. */
      value?: string | number | boolean | null | undefined;
    };
    data: WithWarnings<Schemas["Job"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_in_this_state";
  };
  /**
   * Export subscribers as a CSV file.
   *
   * All subscribers that match, by id, with their custom fields as a JSON object. `groups` has the names of their groups, separated by commas; `pending_groups` those among them that still have to be confirmed, `left_groups` those they left. An import reads the file again. It is read page by page: everyone who matches from its beginning to its end is in it once; a change meanwhile may be in it or not. A response that breaks off is incomplete. Texts that a spreadsheet program would take for formulas begin with an apostrophe.
   *
   * Needs `svc_subscribers`.
   */
  exportSubscribers: {
    kind: "file";
    input: {
      /** Part of the name or the number; with its country, `+49…`, the beginning of the number. */
      search?: string | undefined;
      /** Only members of this group; `state` is then their state in it. */
      group_id?: number | undefined;
      /** active: in a group; bounced: in a group, but the number cannot be reached; pending: in no group and waiting for a code; left: neither, the person unsubscribed from all. present (default): all who have not left; inactive: all who are not active. */
      state?: "active" | "pending" | "left" | "bounced" | "present" | "inactive" | "all" | undefined;
      /** Only numbers that begin with this country's code. */
      country?: string | undefined;
      /** The people who meet every condition in `all` and, if there are any, at least one in `any`; at most 20 conditions. */
      filter?: {
        all?: readonly Schemas["FilterCondition"][] | undefined;
        any?: readonly Schemas["FilterCondition"][] | undefined;
      } | undefined;
    };
    data: ReadableStream<Uint8Array>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Show a subscriber with their consent history.
   *
   * Needs `svc_subscribers`.
   */
  getSubscriber: {
    kind: "data";
    input: {
      /** Id of the subscriber. */
      id: number;
    };
    data: WithWarnings<Schemas["SubscriberDetail"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Change a subscriber.
   *
   * Only the parameters given are changed. Groups are joined by the rules of POST /newsletter. A number cannot be changed: it identifies the person.
   *
   * Needs `svc_subscribers`.
   */
  updateSubscriber: {
    kind: "data";
    input: {
      /** Id of the subscriber. */
      id: number;
      name?: string | undefined;
      /** Replaces all of them: those not named are removed, except archived fields. */
      custom_fields?: Record<string, string | number | boolean> | undefined;
      /** The person's language, as a BCP 47 tag; null: unknown. */
      locale?: string | null | undefined;
      /** The person's time zone, by its IANA name; null: that of the number counts. */
      time_zone?: string | null | undefined;
      /** Exactly these groups: the subscriber leaves all others, and stays pending where a code is awaited. Empty: leaves all groups. */
      group_ids?: number | (readonly number[]) | undefined;
      /** Groups to join in addition; no group is left. Cannot be combined with `group_ids`. */
      add_group_ids?: number | (readonly number[]) | undefined;
      /** Whether the person must confirm with a code before joining. Default: as set for the group or the site. */
      double_opt_in?: boolean | undefined;
    };
    data: WithWarnings<Schemas["SubscriberDetail"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found" | "not_in_this_state" | "no_gateway" | "spend_cap_reached" | "insufficient_credit";
  };
  /**
   * Delete a subscriber.
   *
   * Removes the subscriber from all groups and deletes them. Their records stay in the consent ledger, a STOP remains in effect, and the log is kept: POST /privacy/delete erases a person from everything.
   *
   * Needs `svc_subscribers`.
   */
  deleteSubscriber: {
    kind: "data";
    input: {
      /** Id of the subscriber. */
      id: number;
    };
    data: WithWarnings<{
      deleted: true;
      id: number;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "not_found";
  };
  /**
   * Reactivate a bounced subscriber.
   *
   * A subscriber whose number cannot be reached is bounced and gets nothing from the newsletter. This ends it; only failures of later messages count from then on. Memberships and a STOP are not changed.
   *
   * Needs `svc_subscribers`.
   */
  reactivateSubscriber: {
    kind: "data";
    input: {
      /** Id of the subscriber. */
      id: number;
    };
    data: WithWarnings<Schemas["SubscriberDetail"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * List a subscriber's consents.
   *
   * The records of the consent ledger about this number, newest first, including those from before the subscriber was deleted and added again. For a number that is no subscriber any more: POST /privacy/export.
   *
   * Needs `svc_subscribers`.
   */
  listSubscriberConsents: {
    kind: "page";
    input: {
      /** Id of the subscriber. */
      id: number;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: WithWarnings<{
      items: Schemas["ConsentRecord"][];
      pagination: Schemas["Pagination"];
    }>;
    item: Schemas["ConsentRecord"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Import subscribers from a file.
   *
   * The body is a CSV file; parameters are in the query. The reply says how the file is read, and a job imports it: its result counts rows, invalid ones, duplicates, and the people who were created, updated, left unchanged, suppressed and unsubscribed. Numbers that opted out stay out. Of two rows with one number the later one counts, unless the earlier one says unsubscribed or left. A column may name groups. No codes are sent, and no `new_subscriber` webhook fires. The encoding, the delimiter and the columns of listmonk, Mailchimp, Twilio and WP SMS are recognized.
   *
   * Needs `svc_subscribers`.
   */
  importSubscribers: {
    kind: "data";
    input: {
      /** What the columns contain, by heading: `phone`, `name`, `first_name`, `last_name`, `locale`, `time_zone`, `state`, `groups` (names or ids of groups, separated by commas), `pending_groups` (the same, where they still have to confirm), `left_groups` (the same, of groups they left), `consent_at`, `consent_ip`, `confirmed_at`, `confirmed_ip`, `consent_source`, `consent_wording`, `attributes` (a JSON object), `field:KEY` (a custom field) or `skip`. Columns that are not named are skipped. Default: what was given for the last file with the same headings, or what the headings say. A mapping that passes over a column of states or opt-outs is not remembered. */
      mapping?: Record<string, string> | undefined;
      /** Whether the first row has the headings. Default: true. Without them the columns are named 1, 2, 3. */
      header?: boolean | undefined;
      /** Country of numbers without a plus sign. Default: the site's country. */
      country?: string | undefined;
      /** The groups that everyone joins, besides those of the row. Default: the first group, for rows that name no group. */
      group_id?: number | (readonly number[]) | undefined;
      /** The same as group_id. */
      group_ids?: number | (readonly number[]) | undefined;
      /** For rows without a state of their own. active (default): you have their consent; pending: they get nothing until they confirm; left: they stay out of the groups, or leave them; unsubscribed: their numbers are suppressed. Required if a heading speaks of opt-outs (UNSUB_TIME) and no column has states, unless a mapping is given. */
      state?: "active" | "pending" | "left" | "unsubscribed" | undefined;
      /** skip (default): known people stay as they are. update: they get the names and fields of the file and join the groups, except groups they have left. add: the same, but what they have stays as it is: they get only a name, fields, a language and a time zone that they lack. */
      on_existing?: "skip" | "add" | "update" | undefined;
      /** What happens if a column of groups has a name that no group has. error (default): the row is left out. create: the group is created once the whole file is read; at most 100 groups. */
      on_unknown_group?: "error" | "create" | undefined;
      /** Counts what the import would do, and changes nothing. */
      dry_run?: boolean | undefined;
      /** Where the people gave their consent, for rows without a source of their own. Default: import. */
      consent_source?: string | undefined;
      /** What they consented to. */
      consent_wording?: string | undefined;
      /** Default: as the file shows. */
      encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | undefined;
      /** Default: as the file shows. */
      delimiter?: "," | ";" | "\t" | "|" | undefined;
      /** The file. A ReadableStream can be sent only once. */
      file: Schemas["UploadFile"];
    };
    data: WithWarnings<Schemas["Import"]>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created";
  };
  /**
   * Download the rows that an import left out.
   *
   * A CSV file with the row in the imported file, the column and the problem; at most 100,000 rows. It contains no names and no numbers, so it is not another copy of the list. Kept for as long as the job.
   *
   * Needs `svc_subscribers`.
   */
  listImportErrors: {
    kind: "file";
    input: {
      /** Id of the import's job, job_… */
      id: string;
    };
    data: ReadableStream<Uint8Array>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
};
