import { formatTree, leavesOf, mapRoute } from "#domain/routing/route";

import { commonDescriptions } from "./common-settings.ts";
import { parseRoute } from "./parse-route.ts";
import type { GatewayDefinition } from "./define.ts";
import { describeSettings } from "./describe.ts";
import { redactDsn } from "./dsn.ts";
import { findDefinition } from "./read-dsn.ts";

/** Any gateway setting, also an invalid one, with its secrets hidden. */
export function redactGateways(text: string, definitions: readonly GatewayDefinition[]): string {
  const hide = (dsn: string): string => {
    const definition = findDefinition(/^[a-z0-9+.-]*/.exec(dsn)?.[0] ?? "", definitions);
    if (!definition) return redactDsn(dsn, { username: true, query: () => true });
    const all = [...describeSettings(definition), ...commonDescriptions];
    const open = new Set(all.filter(({ secret }) => !secret).map((setting) => setting.dsnKey));
    const user = all.find(({ key }) => key === definition.dsn.username);
    return redactDsn(dsn, { username: user?.secret !== false, query: (key) => !open.has(key) });
  };
  const parsed = parseRoute(text);
  if (!parsed.ok) return "•••";
  // A word that is not a DSN may be a piece of one: it is shown only if some DSN has it as its name, or it is a kind.
  const names = new Set(leavesOf(parsed.route).flatMap((dsn) => /[?&]name=([\w-]+)/.exec(dsn)?.[1] ?? []));
  const leaf = (text: string): string =>
    names.has(text) || definitions.some(({ id }) => id === text.replace(/-\d+$/, "")) ? text : hide(text);
  return formatTree(mapRoute(parsed.route, leaf));
}
