import { openNotifications } from "#store/notifications";
import type { Log } from "#lib/log";

import type { Config } from "../config/config.ts";
import { WORK_TOPICS, type NotificationBus, type Topic } from "./notification-bus.ts";

/** The link to other nodes. */
export type NodeNotifications = { close(): Promise<void> };

/**
 * Connects the bus with other nodes, for the topics that were subscribed to by now. An embedded database is this node's
 * alone: then there is nobody to tell.
 */
export function openNodeNotifications(
  config: Pick<Config, "databaseUrl">,
  bus: NotificationBus,
  options: { readonly self: string; readonly works: boolean; readonly log: Log; readonly random: () => number },
): NodeNotifications {
  if (!config.databaseUrl) return { close: async () => undefined };
  const channel = openNotifications(
    { url: config.databaseUrl.reveal() },
    { ...options, notifications: bus.topics(), heard: (topic) => bus.receive(topic as Topic) },
  );
  bus.connect(channel.notify);
  return {
    async close() {
      // What this node released, the others look for at once.
      if (options.works) WORK_TOPICS.forEach(channel.notify);
      await channel.close();
    },
  };
}
