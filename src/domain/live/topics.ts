import type { Caller, Capability } from "../access/capability.ts";

/** What a live view can show, and who may see it: callers who may read the same with a call. */
const topicCapabilities = {
  messages: "svc_sendsms",
  outbox: "svc_outbox",
  inbox: "svc_inbox",
  jobs: null,
  schedules: "svc_sendsms",
  gateways: "svc_setting",
  sandbox: "svc_setting",
  webhooks: "svc_setting",
  settings: "svc_setting",
  subscribers: "svc_subscribers",
  status: "svc_setting",
  alerts: "svc_setting",
} as const satisfies Readonly<Record<string, Capability | null>>;

export type Topic = keyof typeof topicCapabilities;
export const topics = Object.keys(topicCapabilities) as readonly Topic[];

/** The topics that a caller may follow, and the others with the capability that each requires. */
export function followed(wanted: readonly Topic[], { capabilities }: Pick<Caller, "capabilities">) {
  const allowed = (topic: Topic): boolean => {
    const needs = topicCapabilities[topic];
    return needs === null || capabilities.has(needs);
  };
  return {
    topics: wanted.filter(allowed),
    leftOut: wanted
      .filter((topic) => !allowed(topic))
      .map((topic) => ({ topic, needs: topicCapabilities[topic] as Capability })),
  };
}
