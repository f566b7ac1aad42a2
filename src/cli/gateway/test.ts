import { setTimeout as pause } from "node:timers/promises";

import type { Operator } from "#app/operator";

import { printRefusal } from "../print-refusal.ts";
import type { Io } from "../command.ts";

const POLL_MS = 250;
const FINAL = ["delivered", "undelivered", "failed", "suppressed", "expired", "canceled"];

type Step = { readonly step: string; readonly ok: boolean; readonly text: string };

/**
 * `POST /gateways/{name}/test`, and then the wait for the text's end.
 *
 * @returns 0 where nothing is wrong, else 1
 */
export async function runTest(
  command: { readonly name: string; readonly to: string | null; readonly wait: number; readonly json: boolean },
  io: Pick<Io, "out" | "err">,
  operator: Pick<Operator, "call" | "sends">,
): Promise<number> {
  const { name, to, wait, json } = command;
  const path = `/gateways/${encodeURIComponent(name)}`;
  const alone = to !== null && !(await operator.sends());
  const reply = await operator.call("POST", `${path}/test`, to === null || alone ? {} : { to, valid_for: wait });
  if (!reply.ok) {
    if (reply.data?.status === 404) throw new Error(reply.message);
    printRefusal(reply, io);
    return 1;
  }
  const steps: Step[] = [];
  const report = (step: Step): void => {
    steps.push(step);
    if (!json) io.out(`${step.ok ? "ok   " : "ERROR"}  ${step.step}: ${step.text}`);
  };
  for (const step of reply.data.steps as Step[]) if (step.step !== "text") report(step);
  if (alone)
    report({
      step: "text",
      ok: false,
      text: "No running service that sends was found, so no message was sent. Start it first.",
    });
  const { message_id: id } = reply.data as { message_id: string | null };
  if (id !== null) {
    const shown = await operator.call("GET", path);
    report(await endOf(id, wait, shown.data.abilities.receipts as boolean, operator));
  }
  const ok = steps.every((step) => step.ok);
  if (json) io.out(JSON.stringify({ gateway: name, ok, steps }));
  return ok ? 0 : 1;
}

async function endOf(id: string, wait: number, receipts: boolean, operator: Pick<Operator, "call">): Promise<Step> {
  const step = "text";
  const end = performance.now() + wait * 1_000;
  for (;;) {
    const log = await operator.call("GET", `/outbox?message_id=${id}`);
    const { state = "queued", error = null, response = null } = log.data?.items?.[0] ?? {};
    const over = performance.now() > end;
    const why = [error, response].filter(Boolean).join(": ");
    if (state === "delivered") return { step, ok: true, text: "It was delivered." };
    if (state === "sent" && (!receipts || over)) {
      const rest = receipts ? `; no receipt came in ${wait} s. Can the provider reach TIDINGS_PUBLIC_URL?` : ".";
      return { step, ok: true, text: `The gateway took it${rest}` };
    }
    if (FINAL.includes(state) || over) return { step, ok: false, text: `It is ${state}${why ? `: ${why}` : "."}` };
    await pause(POLL_MS);
  }
}
