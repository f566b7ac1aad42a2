import pg from "pg";

import { backoff } from "#lib/backoff";
import { errorWords } from "#lib/error-words";
import { signal } from "#lib/signal";
import { second } from "#lib/time";

import { addressOf, type Connection } from "./connection.ts";
import type { Db } from "./database.ts";

/** Tells other nodes that there is work, and hears it from them. */
export type BellLine = {
  /** Never waits and never fails: a bell that nobody hears costs its work a second, since every machine also polls. */
  ring(bell: string): void;
  /** Tells what was rung and not told yet, as long as that takes no second. */
  close(): Promise<void>;
};

export type BellOptions = {
  /** Names this node, so that it does not hear itself. No spaces. */
  readonly self: string;
  /** Whether this node takes work: others can see it. */
  readonly works: boolean;
  /** Another node rang. After a break all of `bells` are heard: nobody knows what was missed. */
  readonly heard: (bell: string) => void;
  readonly bells: readonly string[];
  readonly log: (level: "info" | "warn", message: string, detail?: Readonly<Record<string, unknown>>) => void;
  readonly random: () => number;
  readonly times?: { readonly gapMs?: number; readonly pulseMs?: number; readonly answerMs?: number };
};

const CHANNEL = "tidings";
/**
 * Least distance of two notifications. The first one leaves at once: a lone one-time password does not wait, and
 * thousands of calls a second are twenty notifications. Inside the accept statement they made it 2.3 times slower.
 */
const GAP_MS = 50;
/** How often the line is tried. A firewall that forgot us, or a pooler that keeps notifications, says nothing. */
const PULSE_MS = 20 * second;
const ANSWER_MS = 5 * second;
const PULSE = "pulse";
const WORKER = "tidings worker bells";

/** How many nodes that take work are on the line; a node behind a pooler may not be seen. */
export async function workersOnLine(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    "workers on line",
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = $1",
    [WORKER],
  );
  return row!.count;
}

/**
 * Opens the line between nodes: `listen` and `notify` on a session of its own, which comes back by itself. Behind a
 * pooler that lends sessions for a transaction nothing is heard; that is said once, and polling remains.
 */
export function openBells(connection: Connection, options: BellOptions): BellLine {
  const gapMs = options.times?.gapMs ?? GAP_MS;
  const pulseMs = options.times?.pulseMs ?? PULSE_MS;
  const answerMs = options.times?.answerMs ?? ANSWER_MS;
  const pending = new Set<string>();
  /** Rung by everything that the session's loop waits for: its end, the stop, its own pulse. */
  const stir = signal();
  let line: pg.Client | null = null;
  let resting: NodeJS.Timeout | null = null;
  let sending = false;
  let closing = false;
  let pulse: "asked" | "awaited" | "heard" = "heard";
  let deaf = false;

  function send(): void {
    if (pending.size === 0 || resting || sending || !line) return;
    const client = line;
    const bells = [...pending];
    pending.clear();
    sending = true;
    const done = (): void => {
      sending = false;
      resting = setTimeout(() => {
        resting = null;
        send();
      }, gapMs);
      resting.unref();
    };
    void notify(client, bells).then(done, () => {
      // The session's end brings a new one, and with it these.
      for (const bell of bells) pending.add(bell);
      done();
    });
  }

  const notify = (client: pg.Client, bells: readonly string[]): Promise<unknown> =>
    client.query("select pg_notify($1, $2)", [CHANNEL, `${options.self} ${bells.join(",")}`]);

  function hear(payload: string): void {
    const [from, bells = ""] = payload.split(" ");
    if (from !== options.self) {
      for (const bell of bells.split(",")) if (options.bells.includes(bell)) options.heard(bell);
    } else if (bells === PULSE) {
      // A ring that nobody waits for would end the rest after it: a pulse without a pause, 10,000 a second.
      if (pulse === "awaited") stir.ring();
      pulse = "heard";
    }
  }

  /** One session, until it ends. */
  async function listen(client: pg.Client, again: boolean): Promise<void> {
    let over = false;
    client.on("error", () => undefined);
    client.on("end", () => {
      over = true;
      stir.ring();
    });
    client.on("notification", ({ payload }) => hear(payload ?? ""));
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    line = client;
    if (again) for (const bell of options.bells) options.heard(bell);
    send();
    while (!over && !closing) {
      pulse = "asked";
      await notify(client, [PULSE]);
      const pulseHeard = await hearsPulse();
      if (!over && !closing && pulseHeard === deaf) sayWhetherDeaf(pulseHeard);
      await stir.wait(pulseMs);
    }
  }

  /** Newer servers tell a session of its own notification before they answer the statement, older ones after. */
  async function hearsPulse(): Promise<boolean> {
    if (pulse === "asked") {
      pulse = "awaited";
      await stir.wait(second);
    }
    return pulse === "heard";
  }

  function sayWhetherDeaf(pulseHeard: boolean): void {
    deaf = !pulseHeard;
    if (!deaf) return options.log("info", "bells of other nodes are heard again");
    const remedy = "LISTEN needs a session of its own: no transaction pooler in DATABASE_URL.";
    options.log("warn", "bells of other nodes are not heard; work is looked for each second", { remedy });
  }

  async function keep(): Promise<void> {
    let failures = 0;
    for (let again = false; !closing; again = true) {
      const client = new pg.Client({
        ...addressOf(connection),
        application_name: options.works ? WORKER : "tidings bells",
        connectionTimeoutMillis: answerMs,
        query_timeout: answerMs,
        keepAlive: true,
      });
      try {
        await listen(client, again);
        failures = 0;
      } catch (error) {
        failures += 1;
        if (failures === 1) options.log("warn", "the line to other nodes is down", { error: errorWords(error) });
      }
      line = null;
      void client.end().catch(() => undefined);
      if (!closing) await stir.wait(backoff(failures, 100, 5 * second, options.random()));
    }
  }

  const running = keep();
  return {
    ring(bell) {
      pending.add(bell);
      // Bells of one turn of the event loop leave together.
      queueMicrotask(send);
    },
    async close() {
      const last = [...pending];
      pending.clear();
      const told = signal();
      if (line && last.length > 0) {
        void notify(line, last).then(told.ring, told.ring);
        await told.wait(second / 2);
      }
      closing = true;
      stir.ring();
      const ended = signal();
      void running.then(ended.ring);
      await ended.wait(second / 2);
    },
  };
}
