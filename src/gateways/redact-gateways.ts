import { commonDescriptions } from "./common-settings.ts";
import { parseRoute, type Route } from "./compose.ts";
import type { GatewayDefinition } from "./define.ts";
import { describeSettings } from "./describe.ts";
import { redactDsn } from "./dsn.ts";
import { findDefinition } from "./read-dsn.ts";

/** Any gateway setting, also a faulty one, with its secrets hidden. */
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
  const show = (route: Route<string>): string =>
    route.kind === "gateway" ? hide(route.gateway) : `${route.kind}(${route.members.map(show).join(" ")})`;
  return show(parsed.route);
}
