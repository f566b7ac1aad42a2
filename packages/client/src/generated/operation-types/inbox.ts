// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { Schemas, WithWarnings } from "../schemas.ts";

export type InboxOperations = {
  /**
   * Messages received from people, newest first.
   *
   * Needs `svc_inbox`.
   */
  listInbox: {
    kind: "page";
    input: {
      /** First day (YYYY-MM-DD, site time) or instant (RFC 3339; without an offset: site time). */
      date_from?: string | undefined;
      /** Last day or instant, inclusive. */
      date_to?: string | undefined;
      /** Exactly this sender: a number in any format, or a name as reported by the provider. */
      sender?: string | undefined;
      /** Only messages received through this gateway. */
      gateway?: string | undefined;
      /** Only messages recognized as this keyword. */
      keyword?: "stop" | "start" | "help" | "yes" | "maybe_opt_out" | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: WithWarnings<{
      items: Schemas["InboxItem"][];
      pagination: Schemas["Pagination"];
    }>;
    item: Schemas["InboxItem"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * List threads.
   *
   * One thread for each number that wrote, newest first, with the number of unread messages and the user who takes care of it.
   *
   * Needs `svc_inbox`.
   */
  listInboxThreads: {
    kind: "page";
    input: {
      /** true: only threads with something unread. */
      unread?: boolean | undefined;
      /** Only threads that are assigned to the caller, or to nobody. */
      assigned?: "me" | "nobody" | undefined;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: WithWarnings<{
      items: Schemas["InboxThread"][];
      /** Threads with something unread; 1000 at most. */
      unread_threads: number;
      pagination: Schemas["Pagination"];
    }>;
    item: Schemas["InboxThread"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable";
  };
  /**
   * Read a thread.
   *
   * Messages received from a number and sent to it, newest first. Sent messages are shown to callers with svc_outbox. Answer with `POST /send`.
   *
   * Needs `svc_inbox`.
   */
  getInboxThread: {
    kind: "page";
    input: {
      /** A number in any format (a plus sign is %2B in a path), or a sender's name as the provider reports it. */
      number: string;
      /** Items per page; values above 100 are lowered to 100. */
      per_page?: number | undefined;
      /** `pagination.next_cursor` of the previous page; repeat the filters. */
      cursor?: string | null | undefined;
    };
    data: WithWarnings<{
      number: string;
      unread: number;
      suppressed: boolean;
      assignee: Schemas["InboxAssignee"];
      items: Schemas["InboxThreadItem"][];
      /** true: the caller lacks svc_outbox, so messages that were sent to the number are not shown. */
      sent_hidden: boolean;
      pagination: Schemas["Pagination"];
    }>;
    item: Schemas["InboxThreadItem"];
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found";
  };
  /**
   * Mark a thread as read.
   *
   * For all users. With `up_to`, a message that arrived while the thread was being read stays unread.
   *
   * Needs `svc_inbox`.
   */
  markInboxThreadRead: {
    kind: "data";
    input: {
      /** A number in any format (a plus sign is %2B in a path), or a sender's name as the provider reports it. */
      number: string;
      /** The id of the last message that was read. Default: the newest. */
      up_to?: number | undefined;
    };
    data: WithWarnings<{
      number: string;
      unread: number;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found";
  };
  /**
   * Assign a thread.
   *
   * To the caller, or to nobody. Other users see who takes care of it, and can still read and answer it. If another user does, the reply is 409, and `replace` changes it nonetheless.
   *
   * Needs `svc_inbox`.
   */
  assignInboxThread: {
    kind: "data";
    input: {
      /** A number in any format (a plus sign is %2B in a path), or a sender's name as the provider reports it. */
      number: string;
      /** me: the caller takes care of the thread. nobody: no user does. */
      to: "me" | "nobody";
      /** true: also if another user takes care of the thread. Otherwise that is a conflict. */
      replace?: boolean | undefined;
    };
    data: WithWarnings<{
      number: string;
      assignee: Schemas["InboxAssignee"];
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "foreign_origin" | "idempotency_in_flight" | "idempotency_mismatch" | "already_created" | "not_found" | "conflict";
  };
};
