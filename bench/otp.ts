import { numbers } from "../test/support/engine/engine.ts";
import type { Role } from "../test/support/service/node-set.ts";
import { loadSubscribers } from "../test/support/people/subscribers.ts";
import { probe } from "./lib/prober.ts";
import { spread, thousands } from "./lib/report.ts";
import { openHarness, taken, until, type Harness } from "./lib/harness.ts";
import { routeNamed, routeOption } from "./lib/route.ts";
import type { Scenario, Settings } from "./lib/scenario.ts";

type Situation = {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly campaign: "none" | "running" | "paused";
  /** A backup's snapshot stays open, so that no dead row can be removed. */
  readonly snapshot?: boolean;
};

const SITUATIONS: readonly Situation[] = [
  { name: "floor: nothing else", roles: ["all"], campaign: "none" },
  { name: "campaign on the same node", roles: ["all"], campaign: "running" },
  { name: "campaign and a backup's snapshot", roles: ["all"], campaign: "running", snapshot: true },
  { name: "behind a paused campaign", roles: ["all"], campaign: "paused" },
  { name: "campaign, api and worker apart", roles: ["api", "worker"], campaign: "running" },
];

export const otp: Scenario = {
  name: "otp",
  about: "one-time passwords from the call to the gateway, and every claim, with a campaign queued in front",
  options: {
    queued: ["1000000", "recipients of the campaign"],
    otps: ["10", "one-time passwords a second, for --seconds"],
    latency: ["20", "milliseconds until the gateway responds"],
    window: ["100", "maximum open requests at the gateway"],
    ...routeOption,
  },
  async run(settings) {
    const rows: string[] = [];
    for (const situation of SITUATIONS) {
      if (settings.only !== null && !situation.name.includes(settings.only)) continue;
      settings.say(situation.name);
      const harness = await openHarness({
        stub: { kind: "http", latencyMs: settings.number("latency") },
        gateway: `&window=${settings.number("window")}`,
        route: routeNamed(settings.text("route")),
        roles: situation.roles,
        timed: ["claim\0", "claim and mark "],
      });
      try {
        rows.push(await once(harness, situation, settings));
        settings.say(rows.at(-1)!);
      } finally {
        await harness.close();
      }
    }
    return [
      `${thousands(settings.number("queued"))} recipients in the campaign; ${settings.number("otps")} one-time passwords a second for ${settings.seconds} s.`,
      "",
      "| | one-time password, call to gateway | its call | claims | campaign, texts/s meanwhile | left in the queue | lost | doubled |",
      "| --- | --- | --- | --- | --- | --- | --- | --- |",
      ...rows,
    ].join("\n");
  },
};

async function once(harness: Harness, situation: Situation, settings: Settings): Promise<string> {
  const queued = situation.campaign === "none" ? 0 : settings.number("queued");
  if (queued > 0 && !(await startCampaign(harness, queued, situation.campaign === "paused", settings)))
    return `| ${situation.name} | this build has no way to pause | | | | | | |`;
  const backup = situation.snapshot ? await openSnapshot(harness) : null;
  // Node and PostgreSQL make their plans with the first ones.
  await otps(harness, settings, 3, 850_000_000);
  harness.statementTimes();
  const before = await harness.stub.counts();
  const began = performance.now();
  const { probed, people } = await otps(harness, settings, settings.seconds, 860_000_000);
  const after = await harness.stub.counts();
  const seconds = (performance.now() - began) / 1_000;
  await backup?.();
  const seen = await harness.stub.seen();
  const arrived = people.map((phone) => seen.get(phone));
  const waits = probed.begun.flatMap((begun, nth) => {
    const at = seen.get(people[nth]!)?.at;
    return at === undefined ? [] : [at - begun];
  });
  return `| ${[
    situation.name,
    spread(waits),
    spread(probed.latencies),
    spread(harness.statementTimes()),
    thousands((after.taken - before.taken - people.length) / seconds),
    thousands(Math.max(0, queued - after.taken)),
    arrived.filter((one) => !one).length + probed.failed,
    arrived.filter((one) => (one?.times ?? 0) > 1).length,
  ].join(" | ")} |`;
}

/** @returns false if this build cannot pause one */
async function startCampaign(harness: Harness, people: number, paused: boolean, settings: Settings): Promise<boolean> {
  const group = await loadSubscribers(harness.pool, "Everybody", people);
  const { message_id: id } = await harness.data({
    path: "/send",
    body: { group_ids: [group], message: "Hello from the campaign", category: "marketing" },
  });
  await until(
    async () => {
      const { rows } = await harness.pool.query(
        "select state::text, accepted from messages where audience is not null",
      );
      settings.say(`${rows[0].accepted} of ${people} resolved`);
      return rows[0].state !== "resolving";
    },
    { what: "the audience resolved", everyMs: 2_000 },
  );
  if (!paused) return true;
  const answer = await harness.client.call({
    method: "POST",
    path: `/messages/${String(id)}/pause`,
    body: {},
    key: "pause",
  });
  return answer.status === 200;
}

async function otps(harness: Harness, settings: Settings, seconds: number, from: number) {
  const perSecond = settings.number("otps");
  const people = numbers(seconds * perSecond, from);
  const sent = await harness.stub.counts();
  let asked = 0;
  const probes = probe({
    url: harness.nodes.urls()[0]!,
    as: harness.nodes.admin(),
    perSecond,
    // One more call may be due before the timer stops: it goes to a number that is not checked.
    next: (nth) => {
      asked += 1;
      return {
        path: "/send",
        body: { numbers: [people[nth] ?? numbers(1, from + 9_000_000)[0]], message: "1234", category: "otp" },
      };
    },
  });
  await until(async () => asked >= people.length, { what: "all calls made", everyMs: 5 });
  const probed = await probes.stop();
  await taken(harness.stub, sent.taken + people.length, settings.say);
  const all = async (): Promise<boolean> => {
    const seen = await harness.stub.seen();
    return people.every((phone) => seen.has(phone));
  };
  // What has not arrived in ten seconds counts as lost, and is in the table as such.
  await until(all, { what: "every one-time password seen", everyMs: 1_000, patienceMs: 10_000 }).catch(() => undefined);
  return { probed, people };
}

async function openSnapshot(harness: Harness): Promise<() => Promise<void>> {
  const client = await harness.pool.connect();
  await client.query("begin isolation level repeatable read");
  await client.query("select count(*) from installation");
  return async () => {
    await client.query("rollback");
    client.release();
  };
}
