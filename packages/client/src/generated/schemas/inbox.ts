// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonSchemas } from "./common.ts";

export type InboxSchemas = {
  /** The user who takes care of the thread, by the username that they had when it was assigned to them. */
  InboxAssignee: {
    principal: string;
    username: string;
  } | null;
  InboxItem: {
    id: number;
    /** Site time, YYYY-MM-DD HH:MM:SS. */
    date: string;
    received_at: string;
    sender: string;
    recipient: string;
    message: string;
    media: string[];
    keyword: string | null;
    gateway: string;
  };
  InboxThread: {
    number: string;
    /** The newest message from this number. */
    latest: InboxSchemas["InboxItem"];
    /** Unread messages; 100 at most. */
    unread: number;
    /** The number is on the suppression list: nothing is sent to it. */
    suppressed: boolean;
    assignee: InboxSchemas["InboxAssignee"];
    /** null: no subscriber has this number, or the caller lacks svc_subscribers. */
    subscriber: {
      id: number;
      name: string;
    } | null;
  };
  InboxThreadItem: {
    direction: "received" | "sent";
    /** The id in the inbox, or of the outbox entry. */
    id: number;
    at: string;
    message: string;
    media: string[];
    gateway: string | null;
    /** The keyword of a received message, if it was recognized as one. */
    keyword: string | null;
    /** Of a sent message. */
    message_id: string | null;
    /** Of a sent message. */
    state: CommonSchemas["DeliveryState"] | null;
  };
};
