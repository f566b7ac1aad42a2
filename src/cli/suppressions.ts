import { UsageError } from "./arguments.ts";
import type { Command } from "./command.ts";
import { resourceCommand } from "./resource.ts";
import { readInput } from "./standard-input.ts";

type Entry = {
  readonly sender: string | null;
};

const entryFlags = {
  reason: { wire: "reason", value: "TEXT", required: true },
  sender: { wire: "sender", value: "SENDER" },
  wish: { wire: "kind", sends: "opt_out" },
} as const;

const resource = resourceCommand({
  name: "suppressions",
  actions: [
    {
      name: "list",
      method: "GET",
      path: "/suppressions",
      flags: {
        search: { wire: "search", value: "NUMBER" },
        kind: { wire: "kind", value: "KIND" },
        reason: { wire: "reason", value: "TEXT" },
        source: { wire: "source", value: "SOURCE" },
        sender: { wire: "sender", value: "SENDER" },
      },
      columns: {
        ID: "id",
        NUMBER: "number",
        KIND: "kind",
        SENDER: (one: Entry) => one.sender ?? "all",
        SOURCE: "source",
        SINCE: "added_at",
        REASON: "reason",
      },
    },
    {
      name: "add",
      words: ["NUMBER"],
      method: "POST",
      path: "/suppressions",
      sends: { NUMBER: "number" },
      flags: entryFlags,
      about: "--wish: at the person's request",
    },
    {
      name: "lift",
      words: ["ENTRY"],
      method: "DELETE",
      path: "/suppressions/{ENTRY}",
      flags: {
        reason: { wire: "reason", value: "TEXT", required: true },
        "consent-by": { wire: "consent_by", value: "NAME" },
        "consent-at": { wire: "consent_at", value: "TIME" },
        "consent-evidence": { wire: "consent_evidence", value: "TEXT" },
      },
      about: "ENTRY is an id or a number; after an opt-out the consent is required, too",
    },
    {
      name: "import",
      words: ["NUMBERS"],
      method: "POST",
      path: "/suppressions/import",
      sends: { NUMBERS: "numbers" },
      flags: { ...entryFlags, "skip-invalid": { wire: "skip_invalid" } },
      about: "NUMBERS: separated by commas; -: from the standard input, one on each line",
    },
  ],
  notes: ["KIND is opt_out, block or maybe_opt_out."],
});

export const suppressions: Command = {
  ...resource,
  async run(args, io) {
    if (args[0] === "import" && hasEmptyWord(args)) throw new UsageError("NUMBERS must not be empty");
    for (const part of args[0] === "import" ? partsOf(args) : [args]) {
      const code = await resource.run(part, io);
      if (code !== 0) return code;
    }
    return 0;
  },
};

/**
 * As of a variable that a script did not set: nobody would learn that no number was suppressed. An empty standard input
 * is a list without new numbers.
 */
const hasEmptyWord = (args: readonly string[]): boolean =>
  args.some((word, nth) => word === "" && !args[nth - 1]!.startsWith("--"));

/** The most numbers that one call takes. */
const AT_ONCE = 10_000;

/**
 * The calls for numbers from standard input, whose place among the options does not matter. Numbers that are suppressed
 * already stay so: after a line that is refused, the whole file can be given again.
 */
function* partsOf(args: readonly string[]): Generator<readonly string[]> {
  const at = args.indexOf("-");
  if (at < 0) return yield args;
  const lines = readInput()
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "");
  for (let from = 0; from < Math.max(1, lines.length); from += AT_ONCE) {
    yield args.with(at, lines.slice(from, from + AT_ONCE).join(","));
  }
}
