import type { Operator } from "#app/operator";

import { readArguments, UsageError } from "./arguments.ts";
import type { Command, Io } from "./command.ts";
import { printRefusal } from "./print-refusal.ts";
import { readInput } from "./standard-input.ts";
import { withOperator } from "./with-operator.ts";

const usage = [
  "tidings send [TO]… [--group GROUP]… [--role ROLE]… --message TEXT [--sender ID] [--category CATEGORY] [--gateway NAME]",
  "             [--consent-basis TEXT] [--schedule TIME] [--json]",
  "TO is a phone number, GROUP the id of a newsletter group or all, ROLE a role of users; each person gets one message.",
  "TEXT may be -, which reads it from standard input: a one-time password is then in no process list.",
  "CATEGORY is otp, transactional or marketing. Marketing to people without a consent on record needs another basis.",
  "TIME is in the site's time zone, such as 2027-06-01T12:00:00, and needs the add-on.",
  "The rules are those of POST /svc/v1/send; --json prints its reply.",
];

/** A message from the command line, beside a running service or before one is started. */
export const send: Command = {
  usage,
  async run(args, io) {
    const command = readSend(args);
    return withOperator(io, (operator) => runSend(command, io, operator));
  },
};

const options = {
  group: { type: "string", multiple: true },
  role: { type: "string", multiple: true },
  message: { type: "string" },
  sender: { type: "string" },
  category: { type: "string" },
  "consent-basis": { type: "string" },
  gateway: { type: "string" },
  schedule: { type: "string" },
  json: { type: "boolean" },
} as const;

/** Options that have other names in the API. */
const flags = {
  group: { wire: "group_ids" },
  role: { wire: "role_ids" },
  "consent-basis": { wire: "consent_basis" },
  ...Object.fromEntries(["message", "sender", "category", "gateway", "schedule"].map((name) => [name, { wire: name }])),
};

export type SendArguments = { readonly call: object; readonly json: boolean };

/** @throws UsageError */
export function readSend(args: readonly string[]): SendArguments {
  const { values, positionals } = readArguments(args, options);
  const { json = false, message, group, role, "consent-basis": basis, ...rest } = values;
  if (positionals.length === 0 && !group && !role) throw new UsageError("TO, --group or --role is missing");
  if (message === undefined) throw new UsageError("--message is missing");
  const text = message === "-" ? readInput().replace(/\r?\n$/, "") : message;
  const audience = {
    ...(positionals.length > 0 && { numbers: positionals }),
    ...(group && { group_ids: group }),
    ...(role && { role_ids: role }),
    ...(basis !== undefined && { consent_basis: basis }),
  };
  return { call: { ...audience, message: text, ...rest }, json };
}

/** The command itself, for an opened service. @returns 0 if the message was accepted, else 1 */
export async function runSend(
  { call, json }: SendArguments,
  io: Pick<Io, "out" | "err">,
  operator: Pick<Operator, "call" | "sends">,
): Promise<number> {
  const reply = await operator.call("POST", "/send", call);
  if (json) io.out(JSON.stringify(reply.body));
  if (!reply.ok) {
    if (!json) printRefusal(reply, io, flags);
    return 1;
  }
  if (json) return 0;
  const { message_id: id, schedule_id: schedule, next_run: nextRun, warnings = [] } = reply.data;
  io.out(reply.message);
  if (id) io.out(`Message    ${id}`);
  if (schedule) io.out(`Schedule   ${schedule}, next run ${nextRun}`);
  for (const warning of warnings) io.out(`Warning    ${warning}`);
  if (!(await operator.sends())) io.out("No running service that sends was found: the message waits until one does.");
  return 0;
}
