import { numbers } from "../test/support/engine/engine.ts";
import { loadSubscribers } from "../test/support/people/subscribers.ts";
import { machineMs } from "../test/support/providers/gateway-tally.ts";
import { probe } from "./lib/prober.ts";
import { median, spread, thousands } from "./lib/report.ts";
import { openHarness, settled, until, type Harness } from "./lib/harness.ts";
import type { Scenario, Settings } from "./lib/scenario.ts";

type Result = {
  readonly name: string;
  readonly seconds: number;
  readonly firstMs: number | null;
  readonly rows: number;
  readonly lost: number;
  readonly doubled: number;
  readonly sent: number;
  readonly calls: readonly number[];
  readonly failed: number;
  readonly memoryMb: number;
  readonly cpu: Cpu;
};

/** Microseconds a person: our process, the database. */
type Cpu = { readonly node: number; readonly postgres: number };
type Floor = { readonly seconds: number; readonly cpu: Cpu };

/** The gateway accepts one message in two seconds: the engine has nothing to do. */
const IDLE = { latencyMs: 2_000, gateway: "&window=1", message: "Hello from the bench" };
const BUSY = { latencyMs: 20, gateway: "&window=100", message: "Hello from the bench" };
/** A text for each person that nobody can be without. */
const PERSONAL = { ...IDLE, message: "Hello {{name | there}}, from the bench" };
/** Nobody is without this one, which has to be found out before the first one leaves. */
const CHECKED = { ...IDLE, message: "Hello {{name}}, from the bench" };

export const fanOut: Scenario = {
  name: "fan-out",
  about:
    "one message to a group: time until all rows are there, first message sent, other calls meanwhile; alone, with dispatch, and with a text for each person, that nobody can be without or that nobody turns out to be without",
  options: {
    people: ["1000000", "subscribers in the group"],
    probes: ["20", "other calls a second meanwhile"],
  },
  async run(settings) {
    const results: Result[] = [];
    const floors: Floor[] = [];
    for (let round = 1; round <= settings.rounds; round += 1) {
      for (const [name, how] of [
        ["alone", IDLE],
        ["with dispatch", BUSY],
        ["personal, alone", PERSONAL],
        ["personal and checked first, alone", CHECKED],
      ] as const) {
        if (settings.only !== null && !name.includes(settings.only)) continue;
        const harness = await openHarness({ stub: { kind: "http", latencyMs: how.latencyMs }, gateway: how.gateway });
        try {
          settings.say(`loading ${thousands(settings.number("people"))} subscribers`);
          const group = await loadSubscribers(harness.pool, "Everybody", settings.number("people"));
          floors.push(await floor(harness, settings.number("people")));
          const result = await once(harness, { name, message: how.message, group }, settings);
          results.push(result);
          settings.say(
            `round ${round}  ${name}: ${result.seconds.toFixed(1)} s, ${cpuText(result.cpu)}, first out after ${result.firstMs?.toFixed(0) ?? "never"} ms, other calls ${spread(result.calls)}`,
          );
        } finally {
          await harness.close();
        }
      }
    }
    return report(results, floors, settings);
  },
};

const probed = (id: unknown) => (nth: number) => ({ path: nth % 2 === 0 ? `/messages/${id}` : "/outbox?per_page=20" });
const WARM_UP_MS = 3_000;

/**
 * The first calls compile code and plan statements: without a warm-up they alone were the slowest hundredth.
 */
async function warmUp(harness: Harness): Promise<void> {
  const { message_id: id } = await harness.data({ path: "/send", body: { numbers: numbers(1), message: "Hello" } });
  const warming = probe({ url: harness.nodes.urls()[0]!, as: harness.nodes.admin(), perSecond: 100, next: probed(id) });
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
  await warming.stop();
  await settled(harness.pool);
  await harness.stub.clear();
}

type Run = { readonly name: string; readonly message: string; readonly group: number };

async function once(harness: Harness, { name, message, group }: Run, settings: Settings): Promise<Result> {
  const people = settings.number("people");
  await warmUp(harness);
  const used = cpuSince(harness, people);
  const began = machineMs();
  const { message_id: id } = await harness.data({
    path: "/send",
    body: { group_ids: [group], message, category: "marketing" },
  });
  const probes = probe({
    url: harness.nodes.urls()[0]!,
    as: harness.nodes.admin(),
    perSecond: settings.number("probes"),
    next: probed(id),
  });
  let memoryMb = 0;
  let said = 0;
  await until(
    async () => {
      memoryMb = Math.max(memoryMb, harness.residentMb());
      const { rows } = await harness.pool.query(
        "select state::text, accepted from messages where audience is not null",
      );
      if (machineMs() - said > 5_000) {
        said = machineMs();
        settings.say(`${name}: ${rows[0].accepted} resolved`);
      }
      return rows[0].state !== "resolving";
    },
    { what: "the audience resolved" },
  );
  const seconds = (machineMs() - began) / 1_000;
  const cpu = used();
  const { latencies, failed } = await probes.stop();
  const meanwhile = (await harness.stub.counts()).taken;
  const first = async (): Promise<boolean> => (await harness.stub.counts()).taken > 0;
  await until(first, { what: "a first text", everyMs: 5, patienceMs: 30_000 }).catch(() => undefined);
  const counts = await harness.stub.counts();
  const { rows } = await harness.pool.query(
    "select count(*)::int as n, count(distinct phone)::int as phones from deliveries join messages m on m.id = message_id where m.audience is not null",
  );
  return {
    name,
    seconds,
    firstMs: counts.first === null ? null : counts.first - began,
    rows: rows[0].n,
    lost: Math.max(0, people - rows[0].phones),
    doubled: rows[0].n - rows[0].phones + counts.doubled,
    sent: meanwhile,
    calls: latencies,
    failed,
    memoryMb,
    cpu,
  };
}

/** What the rows alone cost: one statement into a table with the ledger's keys, without events, chunks or cursor. */
async function floor(harness: Harness, people: number): Promise<Floor> {
  await harness.pool.query(`create table floor (like deliveries including defaults including indexes)`);
  const used = cpuSince(harness, people);
  const began = performance.now();
  await harness.pool.query(
    `insert into floor (message_id, phone) select message.id, phone
     from (select gen_random_uuid() as id) message, (select phone from memberships where state = 'active' order by phone limit $1) m`,
    [people],
  );
  const seconds = (performance.now() - began) / 1_000;
  const cpu = used();
  await harness.pool.query("drop table floor");
  return { seconds, cpu };
}

function cpuSince(harness: Harness, people: number): () => Cpu {
  const before = harness.cpu();
  return () => {
    const after = harness.cpu();
    return { node: (after.node - before.node) / people, postgres: (after.postgres - before.postgres) / people };
  };
}

const cpuText = ({ node, postgres }: Cpu): string => `${node.toFixed(1)} + ${postgres.toFixed(1)} µs`;

function report(results: readonly Result[], floors: readonly Floor[], settings: Settings): string {
  const floorSeconds = median(floors.map((one) => one.seconds));
  const rows = [...Map.groupBy(results, ({ name }) => name)].map(([name, all]) => {
    const seconds = all.map((one) => one.seconds);
    const first = all.flatMap((one) => one.firstMs ?? []);
    return `| ${[
      name,
      `${median(seconds).toFixed(1)} (${Math.max(...seconds).toFixed(1)})`,
      `${(median(seconds) / floorSeconds).toFixed(1)}×`,
      cpuText({
        node: median(all.map(({ cpu }) => cpu.node)),
        postgres: median(all.map(({ cpu }) => cpu.postgres)),
      }),
      first.length === 0 ? "-" : `${median(first).toFixed(0)} (${Math.max(...first).toFixed(0)})`,
      spread(all.flatMap((one) => [...one.calls])),
      all.reduce((sum, one) => sum + one.failed, 0),
      median(all.map((one) => one.sent)),
      all.reduce((sum, one) => sum + one.lost, 0),
      all.reduce((sum, one) => sum + one.doubled, 0),
      Math.max(...all.map((one) => one.memoryMb)),
    ].join(" | ")} |`;
  });
  return [
    `${thousands(settings.number("people"))} subscribers, ${settings.rounds} rounds, median (worst). Other calls: after ${WARM_UP_MS / 1_000} s of them beforehand. Floor: one insert of the same rows with the ledger's indexes, ${floorSeconds.toFixed(1)} s, ${median(floors.map(({ cpu }) => cpu.postgres)).toFixed(1)} µs of CPU a row. CPU: of our process and the database, a person; with dispatch, the texts' as well.`,
    "",
    "| | to all rows, s | to floor | CPU | first text at the gateway, ms after the call | other calls | failed | sent meanwhile | lost | doubled | memory at most, MB |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}
