import type { Operator } from "#app/operator";

import { readArguments, segment, unknownAction, UsageError, wholeNumber, words } from "./arguments.ts";
import type { Command, Io } from "./command.ts";
import { reroute, showGateways, showRoute } from "./gateway/show.ts";
import { STORED_ACTIONS, storedGateways } from "./gateway/stored.ts";
import { runTest } from "./gateway/test.ts";
import { withOperator } from "./with-operator.ts";

const usage = [
  "tidings gateway list [--json]",
  "tidings gateway test NAME [--to NUMBER [--wait SECONDS]] [--json]",
  "tidings gateway route NUMBER [--category CATEGORY] [--json]",
  "tidings gateway reroute NAME [--to GATEWAY] [--json]",
  "list shows the configured gateways and their state.",
  "test reads the gateway's credit. With --to it also sends one real message through the running service, and waits for its result.",
  "SECONDS: 60 by default. A message that has not left by then is no longer sent.",
  "route shows which gateway would send a message. CATEGORY is otp, transactional (default) or marketing.",
  "reroute moves messages that wait for a gateway that is no longer configured to another route: the default one, unless --to is given.",
  ...storedGateways.usage,
  "Exit code 1 if something is wrong.",
];

const ACTIONS = ["list", "test", "route", "reroute"];
const WAIT_S = 60;
const MAX_WAIT_S = 3_600;

export const gateway: Command = {
  usage,
  async run(args, io) {
    const action = args.find((one) => !one.startsWith("-"));
    if (action !== undefined && STORED_ACTIONS.includes(action)) return storedGateways.run(args, io);
    const command = readGateway(args);
    return withOperator(io, (operator) => runGateway(command, io, operator));
  },
};

const options = {
  to: { type: "string" },
  wait: { type: "string" },
  category: { type: "string" },
  json: { type: "boolean" },
} as const;

export type GatewayArguments = { readonly json: boolean } & (
  | { readonly action: "list" }
  | {
      readonly action: "test";
      readonly name: string;
      readonly to: string | null;
      /** Seconds. */
      readonly wait: number;
    }
  | { readonly action: "route"; readonly to: string; readonly category: string | null }
  | { readonly action: "reroute"; readonly name: string; readonly to: string | null }
);

/** @throws UsageError */
export function readGateway(args: readonly string[]): GatewayArguments {
  const { values, positionals } = readArguments(args, options);
  const [action, ...rest] = positionals;
  const { json = false, to = null, category = null } = values;
  const refuse = (names: readonly ("to" | "wait" | "category")[]): void => {
    for (const name of names) {
      if (values[name] !== undefined) throw new UsageError(`--${name} is not an option of ${action}`);
    }
  };
  switch (action) {
    case "list":
      words(rest, []);
      refuse(["to", "wait", "category"]);
      return { action, json };
    case "test": {
      refuse(["category"]);
      const [name] = words(rest, ["NAME"]);
      const wait = wholeNumber("wait", values.wait, { usual: WAIT_S, most: MAX_WAIT_S });
      return { action, json, name: segment("NAME", name!), to, wait };
    }
    case "route": {
      refuse(["to", "wait"]);
      const [number] = words(rest, ["NUMBER"]);
      return { action, json, to: number!, category };
    }
    case "reroute": {
      refuse(["wait", "category"]);
      const [name] = words(rest, ["NAME"]);
      return { action, json, name: segment("NAME", name!), to };
    }
    default:
      throw unknownAction(action, [...ACTIONS, ...STORED_ACTIONS]);
  }
}

/** The command itself, for an opened service. @returns 0 if nothing is wrong, else 1 */
export function runGateway(
  command: GatewayArguments,
  io: Pick<Io, "out" | "err">,
  operator: Pick<Operator, "call" | "sends">,
): Promise<number> {
  switch (command.action) {
    case "list":
      return showGateways(command.json, io, operator);
    case "test":
      return runTest(command, io, operator);
    case "route":
      return showRoute(command, io, operator);
    case "reroute":
      return reroute(command, io, operator);
  }
}
