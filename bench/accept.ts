import { startAcceptFloor } from "./lib/accept-floor.ts";
import { kannelMissing, startKannel } from "./lib/kannel.ts";
import { compare } from "./lib/report.ts";
import type { Sample, Scenario, Settings, Subject } from "./lib/scenario.ts";
import { startTidings, type Accepting } from "./lib/tidings.ts";
import { wrk } from "./lib/wrk.ts";

/**
 * Node compiles hot code while it runs: the first 9,000 calls of a process took 609 µs of CPU each, those after 50,000
 * took 302 (median). A time alone would measure a slow machine cold and a fast one warm.
 */
const WARM_NUMBERS = 50_000;
const WARM_UP_SECONDS = 8;
/** Each has a digit of its own in its keys and numbers; the last one is measured. */
const RUNS = 9;
/** The sandbox with unlimited credit: the engine sends while messages are accepted, as in production. */
const SENDING = "sandbox://default?credit=1000000000";
/** One call at a time that takes two seconds: the engine has next to nothing to do. */
const IDLE = `${SENDING}&latency_ms=2000&window=1&batch=1`;

/** A file of `bench/wrk`: one message to many numbers, or many messages to one number each. */
type SendScript = "send" | "send-batch";

const ANCHOR = "Kannel, file store";
const DURABLE = "committed and flushed";

export const accept: Scenario = {
  name: "accept",
  about: "one number per request, Basic auth, an Idempotency-Key each, 50 keep-alive connections",
  run: (settings) =>
    compare(
      chosen(settings, [
        tidings("Tidings, accept alone", IDLE, 1, 50),
        tidings("Tidings, sending meanwhile", SENDING, 1, 50),
        floor(50),
        kannel(50),
      ]),
      settings,
      { anchor: ANCHOR, unit: "message", method: methodOf(settings) },
    ),
};

export const acceptBatch: Scenario = {
  name: "accept-batch",
  about:
    "1,000 numbers per request, with one text (/send) and with a text each (/send/batch), 8 connections; Kannel takes one number per call, 50 connections",
  run: (settings) =>
    compare(
      chosen(settings, [
        tidings("Tidings, accept alone", IDLE, 1_000, 8),
        tidings("Tidings, sending meanwhile", SENDING, 1_000, 8),
        tidings("Tidings, a text each, accept alone", IDLE, 1_000, 8, "send-batch"),
        kannel(50),
      ]),
      settings,
      { anchor: ANCHOR, unit: "number", method: methodOf(settings) },
    ),
};

const methodOf = ({ seconds }: Settings): string =>
  `${seconds} s each, after a warm-up of at least ${WARM_UP_SECONDS} s and ${WARM_NUMBERS.toLocaleString("en")} numbers.`;

function chosen(settings: Settings, subjects: readonly Subject[]): readonly Subject[] {
  if (kannelMissing) settings.say(kannelMissing);
  return subjects
    .filter((subject) => kannelMissing === null || subject.name !== ANCHOR)
    .filter((subject) => settings.only === null || subject.name.includes(settings.only));
}

function tidings(
  name: string,
  gateway: string,
  each: number,
  connections: number,
  script: SendScript = "send",
): Subject {
  return {
    name,
    durability: DURABLE,
    async run(settings) {
      const running = await startTidings(gateway);
      try {
        return await load(running, each, settings.connections ?? connections, settings.seconds, script);
      } finally {
        await running.stop();
      }
    },
  };
}

function floor(connections: number): Subject {
  return {
    name: "Floor: node:http and one insert",
    durability: DURABLE,
    async run(settings) {
      const running = await startAcceptFloor();
      try {
        return await load(running, 1, settings.connections ?? connections, settings.seconds);
      } finally {
        await running.stop();
      }
    },
  };
}

async function load(
  running: Accepting,
  each: number,
  connections: number,
  seconds: number,
  script: SendScript = "send",
): Promise<Sample> {
  const drive = (run: string, forSeconds: number) =>
    wrk(running.url, {
      script,
      args: [running.authorization, run, String(each)],
      connections,
      seconds: forSeconds,
    });
  const warm = await warmUp(drive, each);
  const before = running.cpu();
  const result = await drive(String(RUNS), seconds);
  const after = running.cpu();
  const found = await running.counted();
  const numbers = result.acknowledged * each;
  const acknowledged = (warm.acknowledged + result.acknowledged) * each;
  return {
    rate: result.perSecond * each,
    p50: result.p50,
    p99: result.p99,
    refused: warm.refused + result.refused,
    // Messages whose response wrk no longer read may be there besides, so fewer than acknowledged is a loss.
    lost: Math.max(0, acknowledged - found.numbers),
    doubled: found.rows - found.numbers,
    cpu: { node: (after.node - before.node) / numbers, postgres: (after.postgres - before.postgres) / numbers },
  };
}

/** Runs until enough numbers are accepted, and at most as often as there are digits. */
async function warmUp(
  drive: (run: string, seconds: number) => Promise<{ readonly acknowledged: number; readonly refused: number }>,
  each: number,
): Promise<{ readonly acknowledged: number; readonly refused: number }> {
  const sum = { acknowledged: 0, refused: 0 };
  for (let run = 1; run < RUNS && (run === 1 || sum.acknowledged * each < WARM_NUMBERS); run += 1) {
    const { acknowledged, refused } = await drive(String(run), WARM_UP_SECONDS);
    sum.acknowledged += acknowledged;
    sum.refused += refused;
  }
  return sum;
}

function kannel(connections: number): Subject {
  return {
    name: ANCHOR,
    durability: "appended to a file, not flushed; no keys, no ledger",
    async run(settings) {
      const running = await startKannel();
      try {
        const drive = (run: string, seconds: number) =>
          wrk(running.url, { script: "sendsms", args: [run], connections, seconds });
        const warm = await warmUp(drive, 1);
        const before = running.cpu();
        const result = await drive(String(RUNS), settings.seconds);
        const after = running.cpu();
        const arrived = await running.arrived();
        const different = new Set(arrived).size;
        return {
          rate: result.perSecond,
          p50: result.p50,
          p99: result.p99,
          refused: warm.refused + result.refused,
          lost: Math.max(0, warm.acknowledged + result.acknowledged - different),
          doubled: arrived.length - different,
          cpu: {
            bearerbox: (after.bearerbox - before.bearerbox) / result.acknowledged,
            smsbox: (after.smsbox - before.smsbox) / result.acknowledged,
          },
        };
      } finally {
        await running.stop();
      }
    },
  };
}
