import { readFileSync } from "node:fs";

import { readConfig } from "#app/config";
import { openOperator, type Operator, type OperatorReply } from "#app/operator";

import { readArguments, UsageError } from "./arguments.ts";
import type { Io, Verb } from "./verb.ts";

const usage = [
  "tidings send TO… --message TEXT [--sender ID] [--category CATEGORY] [--gateway NAME] [--schedule TIME]",
  "TO is a phone number. TEXT may be -, which reads it from standard input: a one-time password is then in no process list.",
  "CATEGORY is otp, transactional or marketing. TIME is the site's, such as 2027-06-01T12:00:00, and needs the add-on.",
  "Rules and words are those of POST /svc/v1/send; --json prints its reply.",
];

/** A message from the command line, beside a running service or before one is started. */
export const send: Verb = {
  name: "send",
  summary: "Send a message.",
  usage,
  async run(args, io) {
    const command = readSend(args);
    const operator = await openOperator(readConfig(io.environment), () => undefined);
    try {
      return await runSend(command, io, operator);
    } finally {
      await operator.close();
    }
  },
};

const options = {
  message: { type: "string" },
  sender: { type: "string" },
  category: { type: "string" },
  gateway: { type: "string" },
  schedule: { type: "string" },
  json: { type: "boolean" },
} as const;

export type SendArguments = { readonly call: object; readonly json: boolean };

/** @throws UsageError */
export function readSend(args: readonly string[]): SendArguments {
  const { values, positionals } = readArguments(args, options);
  const { json = false, message, ...rest } = values;
  if (positionals.length === 0) throw new UsageError("TO missing");
  if (message === undefined) throw new UsageError("--message missing");
  const text = message === "-" ? readFileSync(0, "utf8").replace(/\r?\n$/, "") : message;
  return { call: { numbers: positionals, message: text, ...rest }, json };
}

/** The verb itself, given the house. @returns 0 where the message was accepted, else 1 */
export async function runSend(
  { call, json }: SendArguments,
  io: Pick<Io, "out" | "err">,
  operator: Pick<Operator, "call" | "sends">,
): Promise<number> {
  const reply = await operator.call("POST", "/send", call);
  if (json) io.out(JSON.stringify(reply.body));
  if (!reply.ok) {
    if (!json) refused(reply, io);
    return 1;
  }
  if (json) return 0;
  const { message_id: id, schedule_id: schedule, next_run: nextRun, warnings = [] } = reply.data;
  io.out(reply.message);
  if (id) io.out(`Message    ${id}`);
  if (schedule) io.out(`Schedule   ${schedule}, next run ${nextRun}`);
  for (const warning of warnings) io.out(`Warning    ${warning}`);
  if (!(await operator.sends())) io.out("No service that sends is seen to run: the message waits until one does.");
  return 0;
}

/** A refusal of the API, with every parameter that is wrong. */
export function refused({ message, data }: OperatorReply, io: Pick<Io, "err">): void {
  io.err(`tidings: ${message}`);
  const details: readonly { field: string; message: string }[] = data?.details ?? [];
  if (details.length > 1) for (const { field, message: fault } of details) io.err(`  ${field} ${fault}`);
}
