import type { Client } from "../../packages/client/src/index.ts";
import type { Sample } from "./sample.ts";

/** A read that a screen makes, with the parameters that the screen gives it. */
export type ScreenCall = { readonly screen: string; readonly what: string; call(): PromiseLike<unknown> };

type Read = readonly [what: string, call: () => PromiseLike<unknown>];

const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Every read of the console, by screen. Each call is about another person, message or entry where there are many. */
export function consoleCalls(api: Client, sample: Sample): readonly ScreenCall[] {
  const { person, entry, single, campaign, thread } = sample;
  const screens: Readonly<Record<string, readonly Read[]>> = {
    shell: [
      ["session", () => api.getSession({})],
      ["search, a number", () => api.search({ q: person().phone })],
      ["search, the beginning of a name", () => api.search({ q: "Ada" })],
      ["search, part of a text", () => api.search({ q: "doors open" })],
      ["search, found nowhere", () => api.search({ q: "zzyzx" })],
    ],
    overview: [
      ["figures of 24 hours", () => api.getStats({ interval: "hour" })],
      ["figures of 30 days", () => api.getStats({ interval: "day" })],
      ["state of the service", () => api.getStatus({})],
      ["open alerts", () => api.listAlerts({ state: "open", per_page: 100 })],
      ["newest messages", () => api.listMessages({ per_page: 6 })],
    ],
    messages: [
      ["all", () => api.listMessages({ per_page: 50 })],
      ["running", () => api.listMessages({ per_page: 50, state: "running" })],
      ["completed", () => api.listMessages({ per_page: 50, state: "completed" })],
      ["canceled, of which there are none", () => api.listMessages({ per_page: 50, state: "canceled" })],
      ["marketing, one in a thousand", () => api.listMessages({ per_page: 50, category: "marketing" })],
      ["one-time passwords, of which there are none", () => api.listMessages({ per_page: 50, category: "otp" })],
      ["one to many", () => api.getMessage({ id: campaign() })],
      ["one to one person", () => api.getMessage({ id: single() })],
      ["split of one to many", () => api.getMessageStats({ id: campaign() })],
      ["split of one to one person", () => api.getMessageStats({ id: single() })],
    ],
    outbox: [
      ["all", () => api.listOutbox({ per_page: 100 })],
      ["failed today", () => api.listOutbox({ per_page: 100, status: "failed", date_from: daysAgo(0) })],
      ["failed", () => api.listOutbox({ per_page: 100, status: "failed" })],
      ["uncertain, one in 500", () => api.listOutbox({ per_page: 100, status: "unknown" })],
      ["held, of which there are none", () => api.listOutbox({ per_page: 100, status: "held" })],
      [
        "delivered since an instant",
        () =>
          api.listOutbox({
            per_page: 100,
            status: "delivered",
            date_from: new Date(Date.now() - DAY_MS).toISOString(),
          }),
      ],
      ["the last 30 days", () => api.listOutbox({ per_page: 100, date_from: daysAgo(29) })],
      ["of a gateway", () => api.listOutbox({ per_page: 100, gateway: "second" })],
      ["of a recipient", () => api.listOutbox({ per_page: 100, recipient: person().phone })],
      ["failed of one message", () => api.listOutbox({ per_page: 100, message_id: campaign(), status: "failed" })],
      ["search, in most texts", () => api.listOutbox({ per_page: 100, search: "order" })],
      ["search, found nowhere", () => api.listOutbox({ per_page: 100, search: "zzyzx" })],
      ["an entry with its timeline", () => api.getOutboxEntry({ id: entry() })],
    ],
    compose: [
      ["groups by name", () => api.listGroups({ per_page: 20, search: "Readers 1" })],
      ["segments", () => api.listSegments({ per_page: 100 })],
      ["roles", () => api.listRoles({ per_page: 100 })],
      ["templates", () => api.listTemplates({ per_page: 50 })],
      ["preview for a group of everyone", () => api.previewMessage({ message: "Hi", group_ids: [sample.everybody] })],
      ["preview for a small group", () => api.previewMessage({ message: "Hi {{name}}", group_ids: [sample.group()] })],
      ["preview for a segment", () => api.previewMessage({ message: "Hi", segment_ids: [sample.segment] })],
      ["preview for all subscribers", () => api.previewMessage({ message: "Hi", group_ids: "all" })],
      [
        "preview of a personal text for everyone",
        () => api.previewMessage({ message: "Hi {{name}}", group_ids: [sample.everybody] }),
      ],
      ["people by name", () => api.listSubscribers({ search: "Ada", state: "active", per_page: 8 })],
      [
        "people by a number",
        () => api.listSubscribers({ search: person().phone.slice(-6), state: "active", per_page: 8 }),
      ],
      ["users by name", () => api.listUsers({ search: "ad", per_page: 8 })],
      ...(["suppressed", "unconfirmed", "over_cap"] as const).map((reason): Read => [
        `people who are ${reason}`,
        () => api.listPreviewPeople({ message: "Hi", group_ids: [sample.everybody], reason }),
      ]),
    ],
    inbox: [
      ["threads", () => api.listInboxThreads({ per_page: 50 })],
      ["unread threads", () => api.listInboxThreads({ per_page: 50, unread: true })],
      ["a thread", () => api.getInboxThread({ number: thread(), per_page: 50 })],
      ["of a sender", () => api.listInbox({ sender: thread(), per_page: 100 })],
      ["opt-outs of a number", () => api.listSuppressions({ search: thread(), per_page: 20 })],
    ],
    subscribers: [
      ["all", () => api.listSubscribers({ per_page: 100 })],
      ["everyone, left ones too", () => api.listSubscribers({ per_page: 100, state: "all" })],
      ["active", () => api.listSubscribers({ per_page: 100, state: "active" })],
      ["pending", () => api.listSubscribers({ per_page: 100, state: "pending" })],
      ["bounced", () => api.listSubscribers({ per_page: 100, state: "bounced" })],
      ["left", () => api.listSubscribers({ per_page: 100, state: "left" })],
      ["of a group of everyone", () => api.listSubscribers({ per_page: 100, group_id: sample.everybody })],
      ["of a small group", () => api.listSubscribers({ per_page: 100, group_id: sample.group() })],
      [
        "of a small group, pending",
        () => api.listSubscribers({ per_page: 100, group_id: sample.group(), state: "pending" }),
      ],
      ["search, a name", () => api.listSubscribers({ per_page: 100, search: "Chlo" })],
      ["search, a number", () => api.listSubscribers({ per_page: 100, search: person().phone })],
      ["search, part of a number", () => api.listSubscribers({ per_page: 100, search: person().phone.slice(-6) })],
      ["search, found nowhere", () => api.listSubscribers({ per_page: 100, search: "zzyzx" })],
      ["of a segment by fields", () => api.listSubscribers({ per_page: 100, filter: sample.filters[0]! })],
      ["of a segment by language or country", () => api.listSubscribers({ per_page: 100, filter: sample.filters[1]! })],
      ["the form of a segment", () => api.listSubscribers({ per_page: 8, state: "all", filter: sample.filters[0]! })],
      ["a person", () => api.getSubscriber({ id: person().id })],
    ],
    groups: [
      ["groups", () => api.listGroups({ per_page: 100 })],
      ["a group", () => api.getGroup({ id: sample.group() })],
      ["a group of everyone", () => api.getGroup({ id: sample.everybody })],
      ["a segment", () => api.getSegment({ id: sample.segment })],
      ["fields", () => api.listFields({ per_page: 100 })],
      ["forms", () => api.listForms({ per_page: 100 })],
      ["imports", () => api.listJobs({ kind: "import", per_page: 100 })],
    ],
    suppressions: [
      ["all", () => api.listSuppressions({ per_page: 100 })],
      ["opt-outs", () => api.listSuppressions({ per_page: 100, kind: "opt_out" })],
      [
        "doubtful replies, of which there are none",
        () => api.listSuppressions({ per_page: 100, kind: "maybe_opt_out" }),
      ],
      ["of a source without any", () => api.listSuppressions({ per_page: 100, source: "import" })],
      ["search, part of a number", () => api.listSuppressions({ per_page: 100, search: person().phone.slice(-6) })],
    ],
    gateways: [
      ["gateways", () => api.listGateways({ per_page: 100 })],
      ["kinds", () => api.listGatewayKinds({ per_page: 100 })],
      ["routing", () => api.getRouting({})],
      ["the route of a number", () => api.explainRoute({ to: person().phone, category: "marketing" })],
      ["traffic by gateway", () => api.getStats({ interval: "hour", group_by: "gateway" })],
    ],
    webhooks: [
      ["webhooks", () => api.listWebhooks({ per_page: 100 })],
      ["a webhook", () => api.getWebhook({ id: sample.webhook })],
      ["its calls", () => api.listWebhookDeliveries({ id: sample.webhook, per_page: 100 })],
      ["its failed calls", () => api.listWebhookDeliveries({ id: sample.webhook, per_page: 100, state: "failed" })],
      ["its waiting calls", () => api.listWebhookDeliveries({ id: sample.webhook, per_page: 100, state: "pending" })],
    ],
    site: [
      ["schedules", () => api.listSchedules({ per_page: 50 })],
      ["templates", () => api.listTemplates({ per_page: 100, search: "number 7" })],
      ["users", () => api.listUsers({ per_page: 100 })],
      ["users by name", () => api.listUsers({ per_page: 100, search: "User 7" })],
      ["own profile", () => api.getCurrentUser({})],
      ["spending", () => api.getSpending({})],
      ["settings", () => api.getSettings({})],
      ["changes of settings", () => api.listSettingsChanges({ per_page: 20 })],
      ["data kept about a number", () => api.searchPersonalData({ mobile: person().phone })],
    ],
  };
  return Object.entries(screens).flatMap(([screen, reads]) => reads.map(([what, call]) => ({ screen, what, call })));
}
