import { numbers } from "../test/support/engine/engine.ts";
import { probe } from "./lib/prober.ts";
import { median, spread, thousands } from "./lib/report.ts";
import { openHarness, settled, taken, until, type Harness } from "./lib/harness.ts";
import type { Scenario, Settings } from "./lib/scenario.ts";

type Cpu = { readonly node: number; readonly postgres: number };
type Result = { readonly idle: Cpu; readonly each: Cpu; readonly waits: readonly number[]; readonly lost: number };

export const dispatchSingle: Scenario = {
  name: "dispatch-single",
  about:
    "single messages at a low rate through the API: the cost of one when nothing can be shared, above that of an idle node",
  options: {
    texts: ["50", "calls a second, one number each"],
    wire: ["http", "http or smpp"],
    category: ["transactional", "category of the messages"],
    latency: ["20", "milliseconds until the gateway responds"],
    window: ["100", "maximum unanswered messages"],
  },
  async run(settings) {
    const results: Result[] = [];
    for (let round = 1; round <= settings.rounds; round += 1) {
      const result = await once(settings);
      results.push(result);
      settings.say(
        `round ${round}  a text ${micros(result.each)} µs, idle ${micros(result.idle)} µs a second, call to gateway ${spread(result.waits)}, lost ${result.lost}`,
      );
    }
    const middle = (pick: (result: Result) => number): string => thousands(median(results.map(pick)));
    return [
      `${settings.number("texts")} calls a second for ${settings.seconds} s over ${settings.text("wire")}, ${settings.number("latency")} ms at the gateway; ${settings.rounds} rounds, medians. CPU from the first call to the last settle, the same time of an idle node taken off.`,
      "",
      "| | service, µs | database, µs |",
      "| --- | --- | --- |",
      `| a text | ${middle(({ each }) => each.node)} | ${middle(({ each }) => each.postgres)} |`,
      `| an idle second | ${middle(({ idle }) => idle.node)} | ${middle(({ idle }) => idle.postgres)} |`,
      "",
      `Call to gateway: ${spread(results.flatMap(({ waits }) => waits))}. Lost: ${results.reduce((sum, { lost }) => sum + lost, 0)}.`,
    ].join("\n");
  },
};

const micros = ({ node, postgres }: Cpu): string => `${thousands(node)} + ${thousands(postgres)}`;

async function once(settings: Settings): Promise<Result> {
  const harness = await openHarness({
    stub: { kind: settings.text("wire") as "http" | "smpp", latencyMs: settings.number("latency") },
    gateway: `&window=${settings.number("window")}`,
  });
  try {
    // The first ones create plans, sessions and compiled code.
    await send(harness, settings, 5, 850_000_000);
    const start = await measured(
      harness,
      () => new Promise((resolve) => setTimeout(resolve, settings.seconds * 1_000)),
    );
    const idle = { node: start.node / start.seconds, postgres: start.postgres / start.seconds };
    let sent: Awaited<ReturnType<typeof send>> | undefined;
    const busy = await measured(harness, async () => {
      sent = await send(harness, settings, settings.seconds, 860_000_000);
    });
    const { people, waits } = sent!;
    return {
      idle,
      each: {
        node: (busy.node - idle.node * busy.seconds) / people,
        postgres: (busy.postgres - idle.postgres * busy.seconds) / people,
      },
      waits,
      lost: people - waits.length,
    };
  } finally {
    await harness.close();
  }
}

async function measured(harness: Harness, work: () => Promise<unknown>): Promise<Cpu & { readonly seconds: number }> {
  const before = harness.cpu();
  const began = performance.now();
  await work();
  const after = harness.cpu();
  const seconds = (performance.now() - began) / 1_000;
  return { node: after.node - before.node, postgres: after.postgres - before.postgres, seconds };
}

async function send(harness: Harness, settings: Settings, seconds: number, from: number) {
  const perSecond = settings.number("texts");
  const people = numbers(seconds * perSecond, from);
  const before = (await harness.stub.counts()).taken;
  let asked = 0;
  const probes = probe({
    url: harness.nodes.urls()[0]!,
    as: harness.nodes.admin(),
    perSecond,
    // One more call may be due before the timer stops: it goes to a number that is not checked.
    next(nth) {
      asked += 1;
      const to = people[nth] ?? numbers(1, from + 9_000_000)[0];
      return {
        path: "/send",
        body: { numbers: [to], message: "Your table is ready", category: settings.text("category") },
      };
    },
  });
  await until(async () => asked >= people.length, { what: "all calls made", everyMs: 20 });
  const { begun } = await probes.stop();
  await taken(harness.stub, before + people.length, settings.say);
  await settled(harness.pool);
  const seen = await harness.stub.seen();
  const waits = begun.flatMap((at, nth) => {
    const arrived = seen.get(people[nth] ?? "")?.at;
    return arrived === undefined ? [] : [arrived - at];
  });
  return { people: people.length, waits };
}
