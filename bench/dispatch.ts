import { numbers } from "../test/support/engine/engine.ts";
import { startGatewayStub, type GatewayStub } from "../test/support/providers/gateway-stub.ts";
import { bareHttp, bareSmpp } from "./lib/bare-loops.ts";
import { kannelMissing, startKannel } from "./lib/kannel.ts";
import { loadKannel } from "./lib/kannel-load.ts";
import { compare } from "./lib/report.ts";
import { openHarness, settled, taken, until, type Harness } from "./lib/harness.ts";
import type { Sample, Scenario, Settings, Subject } from "./lib/scenario.ts";
import { STEADY, steadyRate } from "./lib/steady-rate.ts";

type Wire = "http" | "smpp";
export type Load = {
  readonly wire: Wire;
  readonly window: number;
  readonly latencyMs: number;
  readonly messages: number;
};

const ANCHOR: Readonly<Record<Wire, string>> = { http: "floor: bare undici loop", smpp: "Kannel, file store" };
const OPTIONS = {
  messages: ["20000", "messages of each run"],
  latency: ["20", "milliseconds until the gateway responds"],
  window: ["100", "maximum unanswered messages"],
} as const;

export const dispatchHttp: Scenario = {
  name: "dispatch-http",
  about: "one campaign over HTTP against a bare loop and Kannel; counted at the gateway",
  options: OPTIONS,
  run: (settings) => dispatch("http", settings),
};

export const dispatchSmpp: Scenario = {
  name: "dispatch-smpp",
  about: "one campaign over SMPP against a bare loop and Kannel; counted at the SMSC",
  options: OPTIONS,
  run: (settings) => dispatch("smpp", settings),
};

const HOLD_MS = 2_000;

async function dispatch(wire: Wire, settings: Settings): Promise<string> {
  const load: Load = {
    wire,
    window: settings.number("window"),
    latencyMs: settings.number("latency"),
    messages: settings.number("messages"),
  };
  if (kannelMissing) settings.say(kannelMissing);
  const subjects = [
    tidings("Tidings, one campaign", load, load.messages),
    // As applications send: a chunk then contains the deliveries of a flush, not a thousand of one message.
    tidings("Tidings, a message each", load, 1),
    ...(kannelMissing ? [] : [kannel(load)]),
    bare(load),
  ].filter(({ name }) => settings.only === null || name.includes(settings.only));
  return compare(subjects, settings, {
    anchor: ANCHOR[wire],
    unit: "text",
    method: `${load.messages} texts each, ${load.latencyMs} ms at the gateway, window ${load.window}. ${STEADY} CPU: accepting, in both processes; then from the last call to the last settle. A peer's includes accepting.`,
  });
}

/**
 * Texts after which code and plans are those of a service that has run for a while, accepted and sent as those that are
 * measured: the first 9,000 calls of a process cost twice as much as those after 50,000.
 */
const WARM = 40_000;
/** Shortly after its start, the service once frees the memory that the start used. */
const SETTLED_MS = 3_000;

async function warm(harness: Harness, { latencyMs }: Load, each: number, call: Call): Promise<void> {
  const begun = performance.now();
  await harness.stub.behave({ latencyMs: 0 });
  await accept(harness, numbers(WARM, 800_000_000), each, call);
  await settled(harness.pool);
  await until(async () => performance.now() - begun > SETTLED_MS, { what: "the start is over" });
  await harness.stub.behave({ latencyMs });
  await harness.stub.clear();
}

/** More parameters of each call. */
type Call = Readonly<Record<string, unknown>>;

/**
 * @param each numbers in one message
 * @param prepare before the first call
 */
export function tidings(
  name: string,
  load: Load,
  each: number,
  { call = {}, prepare }: { readonly call?: Call; readonly prepare?: (harness: Harness) => Promise<unknown> } = {},
): Subject {
  return {
    name,
    durability: "committed and flushed before and after the wire; ledger, events",
    async run(settings) {
      const harness = await openHarness({
        stub: { kind: load.wire, latencyMs: load.latencyMs },
        gateway: `&window=${load.window}`,
      });
      try {
        await prepare?.(harness);
        await warm(harness, load, each, call);
        const people = numbers(load.messages);
        const begin = harness.cpu();
        // Until all is accepted the gateway is slow: otherwise a client that posts one by one would set the pace.
        await harness.stub.behave({ latencyMs: HOLD_MS });
        await accept(harness, people, each, call);
        const queued = harness.cpu();
        const left = people.length - (await harness.stub.counts()).taken;
        await harness.stub.behave({ latencyMs: load.latencyMs });
        await taken(harness.stub, people.length, settings.say);
        await settled(harness.pool);
        const after = harness.cpu();
        return await sampleOf(harness.stub, people.length, {
          accept: (queued.node + queued.postgres - begin.node - begin.postgres) / people.length,
          node: (after.node - queued.node) / left,
          postgres: (after.postgres - queued.postgres) / left,
        });
      } finally {
        await harness.close();
      }
    },
  };
}

function accept(harness: Harness, people: readonly string[], each: number, call: Call): Promise<void> {
  return each === 1 ? singly(harness.client.call, people, call) : harness.accept(people, call);
}

async function singly(
  call: (call: { path: string; body: unknown }) => Promise<unknown>,
  people: readonly string[],
  more: Call,
) {
  let next = 0;
  const one = async (): Promise<void> => {
    for (let index = next++; index < people.length; index = next++)
      await call({ path: "/send", body: { numbers: [people[index]], message: "Hello from the bench", ...more } });
  };
  await Promise.all(Array.from({ length: 50 }, one));
}

function kannel(load: Load): Subject {
  return {
    name: "Kannel, file store",
    durability: "appended to a file, not flushed; no ledger",
    async run(settings) {
      const stub = await startGatewayStub({ kind: load.wire, latencyMs: load.latencyMs });
      const running = await startKannel({ kind: load.wire, port: stub.port, window: load.window });
      try {
        const before = running.cpu();
        const acknowledged = await loadKannel(running.url, numbers(load.messages));
        await taken(stub, acknowledged.length, settings.say);
        const after = running.cpu();
        return await sampleOf(stub, acknowledged.length, {
          bearerbox: (after.bearerbox - before.bearerbox) / acknowledged.length,
          smsbox: (after.smsbox - before.smsbox) / acknowledged.length,
        });
      } finally {
        await running.stop();
        await stub.stop();
      }
    },
  };
}

function bare({ wire, window, latencyMs, messages }: Load): Subject {
  return {
    name: wire === "http" ? ANCHOR.http : "floor: bare npm smpp loop",
    durability: "none",
    async run() {
      const stub = await startGatewayStub({ kind: wire, latencyMs });
      try {
        const people = numbers(messages);
        const before = process.cpuUsage();
        await (wire === "http" ? bareHttp : bareSmpp)(stub.port, people, window);
        const used = process.cpuUsage(before);
        return await sampleOf(stub, messages, { node: (used.user + used.system) / messages });
      } finally {
        await stub.stop();
      }
    },
  };
}

async function sampleOf(stub: GatewayStub, wanted: number, cpu: Sample["cpu"]): Promise<Sample> {
  const counts = await stub.counts();
  return {
    rate: steadyRate(await stub.arrivals()),
    p50: null,
    p99: null,
    refused: 0,
    lost: Math.max(0, wanted - counts.numbers),
    doubled: counts.doubled,
    cpu,
  };
}
