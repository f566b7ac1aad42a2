import type { z } from "zod";

import { settings } from "#app/config";
import { errors, type ErrorEntry } from "#contract/errors";
import { limits } from "#contract/limits";

const NOTE = "<!-- Made from the code by `npm run generate`. Do not edit. -->";

/** docs/reference/errors.md: one section for each code, which `docs` in an error reply points to. */
export function errorsPage(): string {
  const sections = Object.entries(errors as Record<string, ErrorEntry>).map(
    ([code, entry]) =>
      `## ${code}\n\nHTTP ${entry.status}. ${entry.sentence}\n\n- **Cause:** ${entry.cause}\n- **Remedy:** ${entry.remedy}\n`,
  );
  return `# Errors\n\n${NOTE}\n\nEvery error has one shape; \`code\` is one of these and never changes its meaning. \`data.details\` names each faulty parameter.\n\n${sections.join("\n")}`;
}

/** docs/reference/limits.md */
export function limitsPage(): string {
  const rows = Object.entries(limits).map(([name, value]) => `| ${words(name)} | ${value.toLocaleString("en")} |`);
  return `# Limits\n\n${NOTE}\n\n| what | at most |\n|---|---|\n${rows.join("\n")}\n`;
}

/** docs/reference/configuration.md */
export function configurationPage(): string {
  const rows = Object.entries(settings.shape as Record<string, z.ZodType>).map(([name, schema]) => {
    const meta = schema.meta() ?? {};
    const result = schema.safeParse(undefined);
    const fallback = result.success && result.data !== undefined ? `\`${JSON.stringify(result.data)}\`` : "none";
    return `| \`${name}\` | ${fallback} | ${String(meta["description"] ?? "")}${meta["secret"] === true ? " Secret." : ""} |`;
  });
  return `# Configuration\n\n${NOTE}\n\nSettings come from the environment. \`npx tidings doctor\` tells what is wrong with them.\n\n| variable | default | |\n|---|---|---|\n${rows.join("\n")}\n`;
}

function words(name: string): string {
  return name.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
}
