import pg from "pg";

import { backoff } from "#lib/backoff";
import { errorText } from "#lib/error-text";
import type { Log } from "#lib/log";
import { signal } from "#lib/signal";
import { second } from "#lib/time";

import { addressOf, type Connection } from "./connection.ts";
import { setUpSession } from "./session.ts";
import type { Db } from "./database.ts";
import { notificationHeartbeat } from "./notification-heartbeat.ts";
import { pendingNotifications } from "./pending-notifications.ts";

/** Notifies other nodes that there is work, and receives their notifications. */
export type NotificationChannel = {
  /**
   * Never waits and never fails: a lost notification delays its work by a second, because what is due is also read
   * every second.
   */
  notify(topic: string): void;
  /** Sends the pending notifications, as long as that takes less than a second. */
  close(): Promise<void>;
};

export type NotificationOptions = {
  /** Identifies this node, so that it ignores its own notifications. No spaces. */
  readonly self: string;
  /** Whether this node runs workers: other nodes can see it. */
  readonly works: boolean;
  /**
   * Called for a notification from another node. After a break it is called for all of `notifications`: some may have
   * been missed.
   */
  readonly received: (topic: string) => void;
  readonly notifications: readonly string[];
  readonly log: Log;
  readonly random: () => number;
  readonly times?: { readonly gapMs?: number; readonly heartbeatMs?: number; readonly answerMs?: number };
};

const CHANNEL = "tidings";
/**
 * Minimum interval between two notifications. The first one is sent at once: a single one-time password does not wait,
 * and thousands of calls a second become twenty notifications. Inside the accept statement they made it 2.3 times
 * slower.
 */
const GAP_MS = 50;
/**
 * How often the channel is tested. A firewall that dropped the connection, or a pooler that keeps notifications,
 * reports nothing.
 */
const HEARTBEAT_MS = 20 * second;
const ANSWER_MS = 5 * second;
const HEARTBEAT = "pulse";
const WORKER = "tidings worker notifications";

/** The number of connected nodes that run workers; a node behind a pooler may not be visible. */
export async function countWorkers(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    "connected workers",
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = $1",
    [WORKER],
  );
  return row!.count;
}

/**
 * Opens the channel between nodes: `listen` and `notify` on a session of its own, which reconnects by itself. Behind a
 * pooler that lends sessions per transaction no notification arrives; that is logged once, and polling remains.
 */
export function openNotifications(connection: Connection, options: NotificationOptions): NotificationChannel {
  const gapMs = options.times?.gapMs ?? GAP_MS;
  const heartbeatMs = options.times?.heartbeatMs ?? HEARTBEAT_MS;
  const answerMs = options.times?.answerMs ?? ANSWER_MS;
  /** Notified by everything that the session's loop waits for: its end, the stop, its own heartbeat. */
  const wakeup = signal();
  /**
   * Notified by the stop only. A session that fails to open also reports its end a moment later; if that ended the
   * pause before the next attempt, an unavailable database would be contacted 1,000 times a second.
   */
  const stopped = signal();
  let session: pg.Client | null = null;
  let closing = false;
  let isReceiving = true;
  const heartbeat = notificationHeartbeat(wakeup);
  const pending = pendingNotifications(gapMs, (topics) => session && publish(session, topics));

  const publish = (client: pg.Client, topics: readonly string[]): Promise<unknown> =>
    client.query("select pg_notify($1, $2)", [CHANNEL, `${options.self} ${topics.join(",")}`]);

  function receive(payload: string): void {
    const [from, topics = ""] = payload.split(" ");
    if (from !== options.self) {
      for (const topic of topics.split(",")) if (options.notifications.includes(topic)) options.received(topic);
    } else if (topics === HEARTBEAT) heartbeat.received();
  }

  /**
   * One session, until it ends.
   *
   * @param works called once the server has answered on it: a server that ends every session must not be connected to
   *   at once again
   */
  async function listen(client: pg.Client, again: boolean, works: () => void): Promise<void> {
    let over = false;
    client.on("error", () => undefined);
    client.on("end", () => {
      over = true;
      wakeup.notify();
    });
    client.on("notification", ({ payload }) => receive(payload ?? ""));
    await client.connect();
    await setUpSession(client, {});
    await client.query(`listen ${CHANNEL}`);
    session = client;
    if (again) for (const topic of options.notifications) options.received(topic);
    pending.send();
    while (!over && !closing) {
      heartbeat.sent();
      await publish(client, [HEARTBEAT]);
      works();
      const received = await heartbeat.isReceived();
      if (!over && !closing && received !== isReceiving) logReception(received);
      await wakeup.wait(heartbeatMs);
    }
  }

  function logReception(received: boolean): void {
    isReceiving = received;
    if (isReceiving) return options.log("info", "notifications from other nodes are received again");
    const remedy = "LISTEN needs a session of its own: do not use a transaction pooler in DATABASE_URL.";
    options.log("warn", "notifications from other nodes are not received; polling for work every second", { remedy });
  }

  async function keep(): Promise<void> {
    let failures = 0;
    let reported = false;
    const works = (): void => {
      failures = 0;
      reported = false;
    };
    for (let again = false; !closing; again = true) {
      const client = new pg.Client({
        ...addressOf(connection),
        application_name: options.works ? WORKER : "tidings notifications",
        connectionTimeoutMillis: answerMs,
        query_timeout: answerMs,
        keepAlive: true,
      });
      try {
        await listen(client, again, works);
      } catch (error) {
        if (!reported)
          options.log("warn", "the notification channel to other nodes is down", { error: errorText(error) });
        reported = true;
      }
      failures += 1;
      session = null;
      void client.end().catch(() => undefined);
      if (!closing) await stopped.wait(backoff(failures, 100, 5 * second, options.random()));
    }
  }

  const running = keep();
  return {
    notify(topic) {
      pending.add(topic);
      // Notifications of one turn of the event loop are sent together.
      queueMicrotask(pending.send);
    },
    async close() {
      const last = pending.take();
      const published = signal();
      if (session && last.length > 0) {
        void publish(session, last).then(published.notify, published.notify);
        await published.wait(second / 2);
      }
      closing = true;
      wakeup.notify();
      stopped.notify();
      const ended = signal();
      void running.then(ended.notify);
      await ended.wait(second / 2);
    },
  };
}
