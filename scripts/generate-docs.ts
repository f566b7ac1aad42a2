import type { z } from "zod";

import { settings } from "#app/config/settings";
import { details, type DetailEntry } from "#contract/details";
import { errors, type ErrorEntry } from "#contract/errors";
import { limits } from "#contract/limits";
import { limitWords } from "#api/pages/limit-words";

const NOTE = "<!-- Made from the code by `npm run generate`. Do not edit. -->";

/** docs/reference/errors.md: one section for each code, which `docs` in an error response points to. */
export function errorsPage(): string {
  const sections = Object.entries(errors as Record<string, ErrorEntry>).map(
    ([code, entry]) =>
      `## ${code}\n\nHTTP ${entry.status}. ${entry.sentence}\n\n- **Cause:** ${entry.cause}\n- **Remedy:** ${entry.remedy}\n`,
  );
  return `# Errors\n\n${NOTE}\n\nEvery error has the same shape; \`code\` is one of these and never changes its meaning. \`data.details\` names each faulty parameter, at most ${limits.issuesListed}; \`data.more_details\` counts the rest. The codes of details are listed at the end.\n\n${sections.join("\n")}\n${detailsTable()}`;
}

/** The codes of issues with one parameter. */
function detailsTable(): string {
  const rows = Object.entries(details as Record<string, DetailEntry>).map(
    ([code, { cause, remedy }]) => `| \`${code}\` | ${cause} | ${remedy} |`,
  );
  return `## Codes of details\n\n\`code\` of an entry of \`data.details\`. Its \`message\` continues the sentence that begins with the name in \`field\`; \`did_you_mean\` is present if a known name or value is similar.\n\n| code | cause | remedy |\n|---|---|---|\n${rows.join("\n")}\n`;
}

/** docs/reference/limits.md */
export function limitsPage(): string {
  const rows = (Object.keys(limits) as (keyof typeof limits)[]).map(
    (name) => `| ${limitWords[name]} | ${limits[name].toLocaleString("en")} |`,
  );
  return `# Limits\n\n${NOTE}\n\n\`openapi.json\` states them too. A request that exceeds a limit is refused with 400; a body that is too large, with 413.\n\n| what | at most |\n|---|---|\n${rows.join("\n")}\n`;
}

/** docs/reference/configuration.md */
export function configurationPage(): string {
  const rows = Object.entries(settings.shape as Record<string, z.ZodType>).map(([name, schema]) => {
    const meta = schema.meta() ?? {};
    const result = schema.safeParse(undefined);
    const fallback = result.success ? shown(result.data) : "none";
    return `| \`${name}\` | ${fallback} | ${String(meta["description"] ?? "")}${meta["secret"] === true ? " Secret." : ""} |`;
  });
  return `# Configuration\n\n${NOTE}\n\nSettings come from the environment, or from \`tidings.config.ts\` (or \`.mjs\`) in the folder where Tidings is started. The environment takes precedence, an empty variable counts as absent, and white space around a value is ignored. A \`.env\` file is not read: load it into the environment first (\`set -a; . ./.env; set +a\`). Invalid settings are reported at the start, all at once and without their values.\n\n| variable | default | |\n|---|---|---|\n${rows.join("\n")}\n`;
}

/** A default as it would be written in the environment. */
function shown(value: unknown): string {
  if (value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) return "none";
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}
