import type { Operator, OperatorReply } from "#app/operator";
import type { Method } from "#lib/http-methods";

import {
  actionOf,
  cleanCell,
  readArguments,
  readLine,
  segment,
  table,
  UsageError,
  wholeNumber,
  words,
} from "./arguments.ts";
import type { Command, Io } from "./command.ts";
import { printRefusal } from "./print-refusal.ts";
import { withOperator } from "./with-operator.ts";

/** An option of an action. */
type Flag = {
  /** The parameter of the API that it sets. */
  readonly wire: string;
  /** How the usage writes its value; absent: the flag has none. */
  readonly value?: string;
  readonly multiple?: boolean;
  /** The usage writes it without brackets; the API refuses a call without it. */
  readonly required?: true;
  /** What a flag without a value sends; default: true. */
  readonly sends?: unknown;
  /**
   * pairs: each value is KEY=VALUE, and all of them make one object. prompted: each is a KEY of that object, whose
   * value is a line of standard input: a secret on the command line would be in the list of processes.
   */
  readonly as?: "pairs" | "prompted";
};

/** The columns of a list by heading: a property of the items of the API's reply, or a function of an item. */
// oxlint-disable-next-line typescript/no-explicit-any -- each endpoint has its own
type Columns = Readonly<Record<string, string | ((item: any) => unknown)>>;

/** One action of a resource, which is one call of the API. */
export type Action = {
  readonly name: string;
  /** Words after the action. Those that are not in the path are parameters, named in `sends`. */
  readonly words?: readonly string[];
  readonly method: Method;
  /** Below the base; `{WORD}` is replaced by a word. */
  readonly path: string;
  readonly sends?: Readonly<Record<string, string>>;
  readonly flags?: Readonly<Record<string, Flag>>;
  /** Parameters of every call. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  readonly columns?: Columns;
  /** Items of a list without --limit; default: 20. */
  readonly usualLimit?: number;
  /** Prints the whole object of the reply and not only its sentence. */
  readonly isRecord?: boolean;
  /** Printed after the action in the usage. */
  readonly about?: string;
};

const LIMIT = 20;
const MOST = 10_000;
/** The largest page of the API. */
const PER_PAGE = 100;
const CELL = 60;

/** A command whose actions are calls of the API: `tidings groups list`. One file each. */
export function resourceCommand(resource: {
  readonly name: string;
  readonly actions: readonly Action[];
  /** Lines below the actions in the usage. */
  readonly notes?: readonly string[];
}): Command {
  const { name, actions, notes = [] } = resource;
  return {
    usage: [...actions.map((one) => usageOf(name, one)), ...notes, "Each action accepts --json."],
    async run(args, io) {
      const call = readAction(actions, args);
      return withOperator(io, (operator) => runAction(call, io, operator));
    },
  };
}

type ActionCall = {
  readonly action: Action;
  readonly path: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Most items of a list. */
  readonly limit: number;
  readonly json: boolean;
};

/** @throws UsageError */
function readAction(actions: readonly Action[], args: readonly string[]): ActionCall {
  const action = actionOf(args, actions);
  const flags = action.flags ?? {};
  const { values, positionals } = readArguments(args, {
    ...Object.fromEntries(
      Object.entries(flags).map(([flag, { value, multiple = false }]) => [
        flag,
        { type: value === undefined ? "boolean" : "string", multiple } as const,
      ]),
    ),
    ...(action.columns && { limit: { type: "string" } as const }),
    json: { type: "boolean" } as const,
  });
  const names = action.words ?? [];
  const given = words(positionals.slice(1), names);
  const byName = new Map(names.map((one, index) => [one, given[index]!]));
  const path = action.path.replaceAll(/\{([A-Z]+)\}/g, (_, word: string) =>
    encodeURIComponent(segment(word, byName.get(word)!)),
  );
  const objects = new Map<string, Record<string, string>>();
  const sent = Object.entries(flags).flatMap(([flag, { wire, value, sends = true, as }]) => {
    const one = (values as Record<string, unknown>)[flag];
    if (one === undefined) return [];
    if (as === undefined) return [[wire, value === undefined ? sends : one] as const];
    const pairs = (one as readonly string[]).map((text) => (as === "pairs" ? pairOf(flag, text) : promptedPair(text)));
    objects.set(wire, { ...objects.get(wire), ...Object.fromEntries(pairs) });
    return [[wire, objects.get(wire)] as const];
  });
  const named = Object.entries(action.sends ?? {}).map(([word, wire]) => [wire, byName.get(word)] as const);
  const { json = false, limit } = values as { readonly json?: boolean; readonly limit?: string };
  return {
    action,
    path,
    parameters: { ...action.fixed, ...Object.fromEntries([...named, ...sent]) },
    limit: wholeNumber("limit", limit, { usual: action.usualLimit ?? LIMIT, most: MOST }),
    json,
  };
}

/** @throws UsageError that does not repeat the value */
function pairOf(flag: string, text: string): readonly [string, string] {
  const at = text.indexOf("=");
  if (at < 1) throw new UsageError(`--${flag} needs KEY=VALUE`);
  return [text.slice(0, at), text.slice(at + 1)];
}

function promptedPair(key: string): readonly [string, string] {
  return [key, readLine(() => process.stderr.write(`${key}: `))];
}

/** @returns 0, or 1 if the API refuses */
async function runAction(
  call: ActionCall,
  io: Pick<Io, "out" | "err">,
  operator: Pick<Operator, "call">,
): Promise<number> {
  const { action, json } = call;
  const reply = action.columns ? await readList(call, operator) : await callOnce(call, operator);
  if (!reply.ok) {
    if (json) io.out(JSON.stringify(reply.body));
    else printRefusal(reply, io, action.flags);
    return 1;
  }
  const { items } = reply;
  if (json) io.out(JSON.stringify(items ?? reply.data));
  else if (items && action.columns) printItems(items, action.columns, io);
  else if (action.isRecord) for (const line of recordLines(reply.data as object)) io.out(line);
  else io.out(reply.message);
  return 0;
}

type Reply = OperatorReply & { readonly items?: readonly object[] };

function callOnce({ action, path, parameters }: ActionCall, operator: Pick<Operator, "call">): Promise<Reply> {
  return action.method === "GET"
    ? operator.call("GET", withQuery(path, parameters))
    : operator.call(action.method, path, parameters);
}

/** Page by page, until the limit. */
async function readList({ path, parameters, limit }: ActionCall, operator: Pick<Operator, "call">): Promise<Reply> {
  const items: object[] = [];
  for (let cursor: string | null = null; ;) {
    const page = { per_page: Math.min(PER_PAGE, limit - items.length), ...(cursor !== null && { cursor }) };
    const reply = await operator.call("GET", withQuery(path, { ...parameters, ...page }));
    if (!reply.ok) return reply;
    items.push(...(reply.data.items as readonly object[]));
    cursor = reply.data.pagination.next_cursor ?? null;
    if (cursor === null || items.length >= limit) return { ...reply, items };
  }
}

function printItems(items: readonly object[], columns: Columns, io: Pick<Io, "out" | "err">): void {
  if (items.length === 0) return io.err("None.");
  const cells = Object.values(columns).map((cell) =>
    typeof cell === "string" ? (item: object) => at(item, cell) : cell,
  );
  const rows = items.map((item) => cells.map((cell) => cut(written(cell(item)))));
  for (const line of table([Object.keys(columns), ...rows])) io.out(line);
}

/** One property per line; the properties of an object follow its name. */
function recordLines(record: object): string[] {
  const entries = Object.entries(record).filter(([, value]) => value !== null && value !== undefined);
  return table(entries.map(([name, value]) => [name.replaceAll("_", " "), written(value)]));
}

function written(value: unknown): string {
  if (value === null || value === undefined || value === "") return "-";
  if (Array.isArray(value)) return value.map(written).join(", ") || "-";
  if (typeof value !== "object") return String(value as string | number | boolean);
  return Object.entries(value)
    .filter(([, one]) => one !== null)
    .map(([name, one]) => `${name.replaceAll("_", " ")} ${written(one)}`)
    .join("; ");
}

const at = (item: object, name: string): unknown => (item as Readonly<Record<string, unknown>>)[name];

function cut(cell: string): string {
  const clean = cleanCell(cell);
  return clean.length > CELL ? `${clean.slice(0, CELL - 1)}…` : clean;
}

function withQuery(path: string, parameters: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
    ),
  ).toString();
  return query === "" ? path : `${path}?${query}`;
}

function usageOf(command: string, { name, words: names = [], flags = {}, columns, about }: Action): string {
  const options = Object.entries(flags).map(([flag, { value, multiple = false, required = false }]) => {
    const shown = value === undefined ? `--${flag}` : `--${flag} ${value}`;
    return `${required ? shown : `[${shown}]`}${multiple ? "…" : ""}`;
  });
  const line = ["tidings", command, name, ...names, ...options, ...(columns ? ["[--limit N]"] : [])].join(" ");
  return about === undefined ? line : `${line}     ${about}`;
}
