import { openNotifications } from "#store/notifications";
import type { Log } from "#lib/log";

import type { Config } from "../config/config.ts";
import { WORK_TOPICS, type NotificationBus, type Topic } from "./notification-bus.ts";

/** The link to other nodes. */
export type NodeNotifications = { close(): Promise<void> };

/**
 * Connects the bus with other nodes, for the topics subscribed to so far. An embedded database belongs to this node
 * alone: then there is no other node to notify.
 */
export function openNodeNotifications(
  config: Pick<Config, "databaseUrl">,
  bus: NotificationBus,
  options: { readonly self: string; readonly works: boolean; readonly log: Log; readonly random: () => number },
): NodeNotifications {
  if (!config.databaseUrl) return { close: async () => undefined };
  const channel = openNotifications(
    { url: config.databaseUrl.reveal() },
    { ...options, notifications: bus.topics(), received: (topic) => bus.receive(topic as Topic) },
  );
  bus.connect(channel.notify);
  return {
    async close() {
      // Notifies the other nodes, which then poll at once for the work that this node has released.
      if (options.works) WORK_TOPICS.forEach(channel.notify);
      await channel.close();
    },
  };
}
