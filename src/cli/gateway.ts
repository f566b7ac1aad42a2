import { setTimeout as pause } from "node:timers/promises";

import { readConfig } from "#app/config";
import { openOperator, type Operator, type OperatorGateway } from "#app/operator";

import { readArguments, UsageError, words } from "./arguments.ts";
import { refused } from "./send.ts";
import type { Io, Verb } from "./verb.ts";

const usage = [
  "tidings gateway test NAME [--to NUMBER [--wait SECONDS]] [--json]",
  "Reads the gateway's credit. With --to it also sends one real text, by the running service, and waits for its end.",
  "SECONDS: 60 unless told. A text that has not left by then is not sent any more.",
  "Exit code 1 where something is wrong.",
];

const WAIT_S = 60;
const MOST_WAIT_S = 3_600;
const LOOK_MS = 250;
const FINAL = ["delivered", "undelivered", "failed", "suppressed", "expired", "canceled"];

export const gateway: Verb = {
  name: "gateway",
  summary: "Test a gateway: credit, and a real text.",
  usage,
  async run(args, io) {
    const command = readTest(args);
    const heard: string[] = [];
    const operator = await openOperator(readConfig(io.environment), (_level, _message, detail) => {
      const error = detail?.["gateway"] === command.name && detail["error"];
      if (typeof error === "string") heard.push(error);
    });
    try {
      return await runTest(command, io, operator, heard);
    } finally {
      await operator.close();
    }
  },
};

const options = { to: { type: "string" }, wait: { type: "string" }, json: { type: "boolean" } } as const;

export type TestArguments = {
  readonly name: string;
  readonly to: string | null;
  /** Seconds. */
  readonly wait: number;
  readonly json: boolean;
};

/** @throws UsageError */
export function readTest(args: readonly string[]): TestArguments {
  const { values, positionals } = readArguments(args, options);
  const [action = "", ...rest] = positionals;
  if (action !== "test") throw new UsageError(action === "" ? "say what to do" : `${action} is not known`);
  const [name] = words(rest, ["NAME"]);
  const wait = Number(values.wait ?? WAIT_S);
  if (!Number.isInteger(wait) || wait < 1 || wait > MOST_WAIT_S) {
    throw new UsageError(`--wait must be a whole number of seconds from 1 to ${MOST_WAIT_S}`);
  }
  return { name: name!, to: values.to ?? null, wait, json: values.json ?? false };
}

type Step = { readonly step: "settings" | "pause" | "credit" | "text"; readonly ok: boolean; readonly text: string };

/**
 * The verb itself, given the house.
 *
 * @param heard what was logged of the gateway: why it told no credit
 * @returns 0 where nothing is wrong, else 1
 */
export async function runTest(
  { name, to, wait, json }: TestArguments,
  io: Pick<Io, "out" | "err">,
  operator: Pick<Operator, "call" | "sends" | "gateways">,
  heard: readonly string[],
): Promise<number> {
  const found = operator.gateways.find((one) => one.name === name);
  if (!found) {
    const names = operator.gateways.map((one) => one.name).join(", ") || "none";
    throw new Error(`There is no gateway ${name}; there are: ${names}.`);
  }
  const steps: Step[] = [];
  const tell = (step: Step): void => {
    steps.push(step);
    if (!json) io.out(`${step.ok ? "ok   " : "FAULT"}  ${step.step}: ${step.text}`);
  };
  tell({ step: "settings", ok: true, text: `${found.label}, ${found.dsn}` });
  if (found.paused) {
    const until = new Date(found.paused.until).toISOString();
    tell({
      step: "pause",
      ok: false,
      text: `Nothing leaves until ${until}: ${found.paused.reason} (${found.paused.code}).`,
    });
  }
  tell(await credit(found, operator, heard));
  if (to !== null) tell(await text(found, to, wait, operator, io));
  if (json) io.out(JSON.stringify({ gateway: name, ok: steps.every(({ ok }) => ok), steps }));
  return steps.every(({ ok }) => ok) ? 0 : 1;
}

async function credit(
  { name, abilities }: OperatorGateway,
  operator: Pick<Operator, "call">,
  heard: readonly string[],
): Promise<Step> {
  if (!abilities.credit) {
    return {
      step: "credit",
      ok: true,
      text: "The gateway has no way to tell it. Only a text shows whether it works: --to.",
    };
  }
  const reply = await operator.call("GET", `/credit?gateway=${encodeURIComponent(name)}`);
  const why = heard.at(-1)?.replace(/^\w*Error: /, "");
  return { step: "credit", ok: reply.ok, text: reply.ok || !why ? reply.message : `${reply.message} ${why}` };
}

/** One text by the way that all texts go: through the log, the limits and the process that has the links. */
async function text(
  { name, abilities }: OperatorGateway,
  to: string,
  wait: number,
  operator: Pick<Operator, "call" | "sends">,
  io: Pick<Io, "err">,
): Promise<Step> {
  const step = "text";
  if (!(await operator.sends())) {
    return { step, ok: false, text: "No service that sends is seen to run, so none was sent. Start it first." };
  }
  const reply = await operator.call("POST", "/send", {
    numbers: [to],
    message: "This is a test of Tidings.",
    gateway: name,
    category: "transactional",
    valid_for: wait,
  });
  if (!reply.ok) {
    refused(reply, io);
    return { step, ok: false, text: reply.message };
  }
  const end = performance.now() + wait * 1_000;
  for (;;) {
    const log = await operator.call("GET", `/outbox?message_id=${reply.data.message_id}`);
    const { state = "queued", error = null, response = null } = log.data?.items?.[0] ?? {};
    const over = performance.now() > end;
    const why = [error, response].filter(Boolean).join(": ");
    if (state === "delivered") return { step, ok: true, text: "It was delivered." };
    if (state === "sent" && (!abilities.receipts || over)) {
      const rest = abilities.receipts
        ? `; no receipt came in ${wait} s. Can the provider reach TIDINGS_PUBLIC_URL?`
        : ".";
      return { step, ok: true, text: `The gateway took it${rest}` };
    }
    if (FINAL.includes(state) || over) return { step, ok: false, text: `It is ${state}${why ? `: ${why}` : "."}` };
    await pause(LOOK_MS);
  }
}
