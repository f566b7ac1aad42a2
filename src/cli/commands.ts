import type { Command } from "./command.ts";

type Entry = {
  readonly name: string;
  readonly summary: string;
  /** Imported when it is used: the overview needs no database driver and no gateway. */
  readonly load: () => Promise<Command>;
};

/** Every command, in the order of the overview. */
export const commands: readonly Entry[] = [
  {
    name: "serve",
    summary: "Run the service: API, engine, and the embedded database if DATABASE_URL is not set.",
    load: async () => (await import("./serve.ts")).serve,
  },
  {
    name: "doctor",
    summary: "Check settings, database and gateways, and report problems.",
    load: async () => (await import("./doctor.ts")).doctor,
  },
  {
    name: "demo",
    summary: "Fill an installation with demo data, and remove it again.",
    load: async () => (await import("./demo.ts")).demo,
  },
  {
    name: "send",
    summary: "Send a message.",
    load: async () => (await import("./send.ts")).send,
  },
  {
    name: "messages",
    summary: "List messages; pause, resume, cancel or slow down one.",
    load: async () => (await import("./messages.ts")).messages,
  },
  {
    name: "outbox",
    summary: "Show the log: one entry for each recipient, newest first.",
    load: async () => (await import("./outbox.ts")).outbox,
  },
  {
    name: "inbox",
    summary: "Show received messages, newest first.",
    load: async () => (await import("./inbox.ts")).inbox,
  },
  {
    name: "schedules",
    summary: "List scheduled messages; pause, resume, skip, run or cancel one.",
    load: async () => (await import("./schedules.ts")).schedules,
  },
  {
    name: "groups",
    summary: "List, create and delete groups of the newsletter.",
    load: async () => (await import("./groups.ts")).groups,
  },
  {
    name: "forms",
    summary: "List, create, close and delete the forms on which people subscribe.",
    load: async () => (await import("./forms.ts")).forms,
  },
  {
    name: "subscribers",
    summary: "List, add, show and remove subscribers of the newsletter.",
    load: async () => (await import("./subscribers.ts")).subscribers,
  },
  {
    name: "consent",
    summary: "Verify the consent ledger.",
    load: async () => (await import("./consent.ts")).consent,
  },
  {
    name: "suppressions",
    summary: "List, add, import and lift numbers that get nothing.",
    load: async () => (await import("./suppressions.ts")).suppressions,
  },
  {
    name: "otp",
    summary: "Send a one-time password to a number, and check one.",
    load: async () => (await import("./otp.ts")).otp,
  },
  {
    name: "import",
    summary: "Import subscribers from a CSV file.",
    load: async () => (await import("./import.ts")).importFile,
  },
  {
    name: "webhooks",
    summary: "List, add, test and remove webhooks, and show their deliveries.",
    load: async () => (await import("./webhooks.ts")).webhooks,
  },
  {
    name: "gateway",
    summary: "List gateways, test one, show which one would serve a number.",
    load: async () => (await import("./gateway.ts")).gateway,
  },
  {
    name: "orders",
    summary: "Show what was decided about messages for orders of the shop.",
    load: async () => (await import("./orders.ts")).orders,
  },
  {
    name: "user",
    summary: "Add, list, change and delete users.",
    load: async () => (await import("./user.ts")).user,
  },
  {
    name: "app-password",
    summary: "Create, list and revoke application passwords.",
    load: async () => (await import("./app-password.ts")).appPassword,
  },
  {
    name: "license",
    summary: "Issue a trial of the paid add-on, or show the license.",
    load: async () => (await import("./license.ts")).license,
  },
  {
    name: "connect",
    summary: "Connect a WordPress site that has the companion plugin.",
    load: async () => (await import("./connect.ts")).connect,
  },
  {
    name: "move",
    summary: "Take over the subscribers of a WordPress site that used WP SMS.",
    load: async () => (await import("./move.ts")).move,
  },
  {
    name: "migrate",
    summary: "Bring the database's schema forward without starting the service.",
    load: async () => (await import("./migrate.ts")).migrate,
  },
  {
    name: "backup",
    summary: "Copy the database into a file.",
    load: async () => (await import("./backup.ts")).backup,
  },
  {
    name: "restore",
    summary: "Fill an empty database from a backup; activate a restored one.",
    load: async () => (await import("./restore.ts")).restore,
  },
];
