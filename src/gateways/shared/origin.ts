import type { SettingIssue } from "#domain/gateways/stored/gateway-kinds";

import { checkHost } from "../dsn.ts";

/**
 * Joins paths to a gateway's host. null: the path does not begin with a slash, and so would belong to the host's name
 * or make it a user name (`https://host` + `@other/`): it would take the credentials to another host.
 *
 * @throws Error if the host is none
 */
export function openOrigin({
  host,
  plain,
}: {
  readonly host: string;
  readonly plain: boolean;
}): (path: string) => string | null {
  const issues: SettingIssue[] = [];
  checkHost(host, issues);
  if (issues.length > 0) throw new Error("The gateway's host is not a host name or address with an optional port.");
  const origin = `${plain ? "http" : "https"}://${host}`;
  return (path) => (path.startsWith("/") ? origin + path : null);
}
