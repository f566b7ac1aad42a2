/** Something was committed that worker loops have to do with. */
export const WORK_TOPICS = [
  "dispatch",
  "sorted",
  "fanOut",
  "receipts",
  "webhooks",
  "cancellations",
  "schedules",
  "erasures",
] as const;

/** `pauses`: a gateway was paused. `principals`: rights or passwords have changed. Every node listens, whatever its role. */
export type Topic = (typeof WORK_TOPICS)[number] | "pauses" | "principals";

/** `from`: whether it happened on this node. `priorities`: where there is work to dispatch; absent: in any. */
export type Notification = { readonly from: "here" | "elsewhere"; readonly priorities?: readonly number[] | undefined };

/**
 * Who is to look, once something was committed: made before all that publishes, subscribed to by what is opened later.
 * A notification that nobody hears costs its work a second, since every worker loop also polls.
 */
export type NotificationBus = {
  /** For the worker loops of this node; of other nodes where this one has none for the topic. */
  publish(topic: Topic, priorities?: readonly number[]): void;
  /** For all other nodes, and not for this one. */
  broadcast(topic: Topic): void;
  /** Another node has published or broadcast it. */
  receive(topic: Topic): void;
  subscribe(topic: Topic, listener: (notification: Notification) => void): void;
  /** Where notifications for other nodes go; until there is one, nowhere. */
  connect(send: (topic: Topic) => void): void;
  /** What this node subscribes to. */
  topics(): readonly Topic[];
};

export function notificationBus(): NotificationBus {
  const listeners = new Map<Topic, ((notification: Notification) => void)[]>();
  let send = (_topic: Topic): void => undefined;
  return {
    publish(topic, priorities) {
      const own = listeners.get(topic);
      if (own) for (const listener of own) listener({ from: "here", priorities });
      else send(topic);
    },
    broadcast: (topic) => send(topic),
    receive(topic) {
      for (const listener of listeners.get(topic) ?? []) listener({ from: "elsewhere" });
    },
    subscribe(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
    },
    connect(to) {
      send = to;
    },
    topics: () => [...listeners.keys()],
  };
}
