import { machineMs } from "../test/support/providers/gateway-tally.ts";
import { seeded } from "../test/support/engine/seeded.ts";
import { spread, thousands } from "./lib/report.ts";
import { openHarness, until, type Harness } from "./lib/harness.ts";
import type { Report, Scenario, Settings } from "./lib/scenario.ts";

const CLIENTS = 40;
/** The largest apparent difference between two clocks of one computer. */
const CLOCK_MS = 10;

type Plan = { readonly kind: "spread" | "burst"; readonly due: number; readonly phone: string };
type Run = { readonly plan: Plan; readonly lagMs: number };

export const schedules: Scenario = {
  name: "schedules",
  about:
    "how late schedules run: some spread over a while, many in one second of it; one node is killed in that second",
  options: {
    spread: ["10000", "schedules spread over --over seconds"],
    burst: ["100000", "schedules that are all due in the middle second"],
    over: ["120", "seconds over which the others are spread"],
    ahead: ["300", "seconds in which all of them must be created"],
    nodes: ["2", "number of processes"],
    kill: ["1", "whether one is killed when the burst is due, and started again: 1 or 0"],
  },
  async run(settings) {
    const harness = await openHarness({
      stub: { kind: "http", latencyMs: 5 },
      gateway: "&window=100",
      roles: Array.from({ length: settings.number("nodes") }, () => "all"),
    });
    try {
      await license(harness);
      return await once(harness, settings);
    } finally {
      await harness.close();
    }
  },
};

async function once(harness: Harness, settings: Settings): Promise<Report> {
  const over = settings.number("over");
  const start = Math.ceil(Date.now() / 1_000 + settings.number("ahead")) * 1_000;
  const middle = start + Math.floor(over / 2) * 1_000;
  const random = seeded(1);
  const plan = (kind: Plan["kind"], count: number, from: number, due: () => number): Plan[] =>
    Array.from({ length: count }, (_, nth) => ({ kind, due: due(), phone: `+4915${100_000_000 + from + nth}` }));
  const plans = [
    ...plan("spread", settings.number("spread"), 0, () => start + random.whole(0, over) * 1_000),
    ...plan("burst", settings.number("burst"), 400_000_000, () => middle),
  ];
  const made = await make(harness, plans, settings);
  if (Date.now() > start) throw new Error(`making ${plans.length} schedules took ${made.toFixed(0)} s: raise --ahead`);
  settings.say(`${plans.length} schedules made in ${made.toFixed(0)} s; waiting for them to be due`);

  if (settings.number("kill") === 1 && harness.nodes.seats.length > 1) {
    await until(async () => Date.now() >= middle, { what: "the burst", everyMs: 20 });
    const seat = harness.nodes.seats[1]!;
    await seat.end("SIGKILL");
    settings.say("a node killed as the burst is due");
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    await seat.start();
  }
  await until(async () => Date.now() > start + over * 1_000, { what: "the last one due", everyMs: 500 });
  await until(
    async () => {
      const { numbers } = await harness.stub.counts();
      settings.say(`${numbers} of ${plans.length} texts at the gateway`);
      return numbers >= plans.length;
    },
    { what: "all texts sent", everyMs: 2_000, patienceMs: 300_000 },
  ).catch(() => undefined);
  return report(plans, await runs(harness, plans), harness, middle, made);
}

/** A trial; a node accepts it within seconds. */
async function license(harness: Harness): Promise<void> {
  await harness.nodes.command("license", "issue", "--to", "bench");
  const later = new Date(Date.now() + 300 * 86_400_000).toISOString();
  const taken = async (): Promise<boolean> => {
    const body = { numbers: ["+4915299999999"], message: "Some day", schedule: later };
    // Each call goes to the next node: one that still uses what it read earlier would refuse later ones.
    const answers = await Promise.all(harness.nodes.seats.map(() => harness.client.call({ path: "/send", body })));
    return answers.every(({ status }) => status === 200);
  };
  await until(taken, { what: "a license", everyMs: 500, patienceMs: 60_000 });
}

/** @returns seconds it took */
async function make(harness: Harness, plans: readonly Plan[], settings: Settings): Promise<number> {
  const began = performance.now();
  let next = 0;
  const one = async (): Promise<void> => {
    for (let nth = next++; nth < plans.length; nth = next++) {
      const { due, phone } = plans[nth]!;
      await harness.data({
        path: "/send",
        body: { numbers: [phone], message: "It is time", schedule: new Date(due).toISOString() },
      });
      if (nth % 5_000 === 0) settings.say(`${nth} of ${plans.length} schedules made`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, one));
  return (performance.now() - began) / 1_000;
}

/**
 * When each was accepted, by the time in the message's id: database time. The gateway receives it later, at its own
 * speed, so that a burst of messages would hide how late the schedules themselves ran.
 */
async function runs(harness: Harness, plans: readonly Plan[]): Promise<Run[]> {
  const { rows } = await harness.pool.query<{ phone: string; at: string }>(
    `select phone, ('x' || substr(message_id::text, 1, 8) || substr(message_id::text, 10, 4))::bit(48)::bigint::text as at
     from deliveries`,
  );
  const at = new Map(rows.map((row) => [row.phone, Number(row.at)]));
  return plans.flatMap((plan) => {
    const time = at.get(plan.phone);
    return time === undefined ? [] : [{ plan, lagMs: time - plan.due }];
  });
}

async function report(
  plans: readonly Plan[],
  all: readonly Run[],
  harness: Harness,
  middle: number,
  made: number,
): Promise<Report> {
  const seen = await harness.stub.seen();
  const lost = plans.filter(({ phone }) => !seen.has(phone)).length;
  const doubled = [...seen.values()].reduce((sum, { times }) => sum + times - 1, 0);
  // By the gateway's clock: the time in an id is a lower bound of the database's, and may be a little before the due
  // time.
  const offset = Date.now() - machineMs();
  const early = plans.filter(({ phone, due }) => (seen.get(phone)?.at ?? Infinity) + offset < due - CLOCK_MS).length;
  const lags = (kind: Plan["kind"], holds: (plan: Plan) => boolean): number[] =>
    all.filter(({ plan }) => plan.kind === kind && holds(plan)).map(({ lagMs }) => lagMs);
  const burst = lags("burst", () => true);
  const drained = burst.reduce((most, lag) => Math.max(most, lag), 0);
  return {
    failed: lost > 0 || doubled > 0 || early > 0,
    report: [
      `${thousands(plans.length)} schedules made at ${thousands(plans.length / made)}/s. Lag: from the due time to the time in the message's id.`,
      "",
      "| schedules | lag | lost | doubled | early |",
      "| --- | --- | --- | --- | --- |",
      `| spread, before the burst | ${spread(lags("spread", ({ due }) => due < middle))} | | | |`,
      `| spread, from the burst on | ${spread(lags("spread", ({ due }) => due >= middle))} | | | |`,
      `| burst, drained in ${(drained / 1_000).toFixed(1)} s | ${spread(burst)} | | | |`,
      `| all | | ${lost} | ${doubled} | ${early} |`,
    ].join("\n"),
  };
}
