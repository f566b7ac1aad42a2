import { openNotifications } from "#store/notifications";
import type { Log } from "#lib/log";

import type { Config } from "./config.ts";

type Notifications = Readonly<Record<string, () => void>>;

export type NotificationBus = { notify(topic: string): void; close(): Promise<void> };

/**
 * The line to other nodes. An embedded database is this node's alone: then there is nobody to tell.
 *
 * @param parts.own bells of machines that run only where the node works
 * @param parts.everywhere bells that every node hears
 */
export function openNotificationBus(
  config: Config,
  parts: {
    readonly self: string;
    readonly works: boolean;
    readonly own: Notifications;
    readonly everywhere: Notifications;
    readonly log: Log;
    readonly random: () => number;
  },
): NotificationBus {
  const { self, works, own, log, random } = parts;
  if (!config.databaseUrl) return { notify: () => undefined, close: async () => undefined };
  const mine: Notifications = { ...(works && own), ...parts.everywhere };
  const channel = openNotifications(
    { url: config.databaseUrl.reveal() },
    { self, works, notifications: Object.keys(mine), heard: (topic) => mine[topic]?.(), log, random },
  );
  return {
    notify: channel.notify,
    async close() {
      // What this node gave back, the others look for at once.
      if (works) Object.keys(own).forEach(channel.notify);
      await channel.close();
    },
  };
}
