import { readFileSync } from "node:fs";

import type { Command } from "./command.ts";
import { resourceCommand } from "./resource.ts";

type Entry = {
  readonly sender: string | null;
};

const entryFlags = {
  reason: { wire: "reason", value: "TEXT" },
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
      about: "--reason is required; --wish: at the person's request",
    },
    {
      name: "lift",
      words: ["ENTRY"],
      method: "DELETE",
      path: "/suppressions/{ENTRY}",
      flags: {
        reason: { wire: "reason", value: "TEXT" },
        "consent-by": { wire: "consent_by", value: "NAME" },
        "consent-at": { wire: "consent_at", value: "TIME" },
        "consent-evidence": { wire: "consent_evidence", value: "TEXT" },
      },
      about: "ENTRY is an id or a number; --reason is required, and after an opt-out the consent, too",
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
  run: (args, io) => resource.run(args[0] === "import" && args[1] === "-" ? withInput(args) : args, io),
};

function withInput([action, , ...flags]: readonly string[]): readonly string[] {
  const lines = readFileSync(0, "utf8").split(/\r?\n/);
  return [action!, lines.filter((line) => line.trim() !== "").join(","), ...flags];
}
