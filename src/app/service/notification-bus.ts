import { DUE_WORK } from "#domain/due-work";

/** Something was committed that concerns the worker loops. */
export const WORK_TOPICS = ["dispatch", "routed", ...DUE_WORK] as const;

/**
 * `pauses`: a gateway was paused. `gateways`: the stored gateways changed. `principals`: rights or passwords changed.
 * Every node subscribes, in any role.
 */
export type Topic = (typeof WORK_TOPICS)[number] | "pauses" | "gateways" | "principals";

/** `from`: whether it happened on this node. `priorities`: those with work to dispatch; absent: any. */
export type Notification = { readonly from: "here" | "elsewhere"; readonly priorities?: readonly number[] | undefined };

/**
 * Notifies the parts that have work after a commit. Created before all publishers; parts that are opened later
 * subscribe. A lost notification costs its work a second, because what is due is also read every second.
 */
export type NotificationBus = {
  /** For the worker loops of this node, or of other nodes if this one has none for the topic. */
  publish(topic: Topic, priorities?: readonly number[]): void;
  /** For all other nodes, and not for this one. */
  broadcast(topic: Topic): void;
  /** To be called when another node has published or broadcast the topic. */
  receive(topic: Topic): void;
  subscribe(topic: Topic, listener: (notification: Notification) => void): void;
  /** Receives notifications for other nodes; until it is set they are dropped. */
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
