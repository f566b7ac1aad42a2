import type { Config } from "#app/config";
import type { House } from "#app/open-house";

type First = Awaited<ReturnType<House["people"]["ensureAdministrator"]>>;

/** What `serve` says when it is ready. The secrets of the first start are in it, and nowhere else. */
export function banner(ready: { url: string; administrator: First; house: House; config: Config }): string[] {
  const { url, administrator, house, config } = ready;
  const sandbox = house.gateways.routes.byDefault()?.sandbox ?? false;
  const lines = [
    "",
    `  Tidings is ready at ${url}`,
    `  Database   ${house.store.where}`,
    `  Gateway    ${house.gateways.gateways.map((gateway) => gateway.redactedDsn).join(", ")}`,
  ];
  if (sandbox) lines.push("             The sandbox sends nothing: no text leaves this machine.");
  if (house.outboundAllow.length > 0 && config.outboundAllow.length === 0) {
    lines.push(`             Webhooks may reach this machine (${house.outboundAllow.join(", ")}): for trying out.`);
  }
  if (!administrator) return [...lines, ""];
  const password = administrator.applicationPassword;
  const api = `${url}${house.basePath}`;
  return [
    ...lines,
    "",
    "  The first administrator was created. This is shown once:",
    `  User name             ${administrator.username}`,
    `  Web password          ${administrator.webPassword}   (sign in at ${url}/profile)`,
    `  Application password  ${password}   (for the API)`,
    "",
    "  Send a first message:",
    "",
    `  curl -u '${administrator.username}:${password}' ${api}/send \\`,
    // The sandbox's own test number; by a real gateway a number of ours might be somebody's.
    `    -H 'Content-Type: application/json' \\`,
    `    -d '{"numbers": ["${sandbox ? "+15005550000" : "+YOUR NUMBER"}"], "message": "Hello from Tidings"}'`,
    "",
    "  and look at the log:",
    "",
    `  curl -u '${administrator.username}:${password}' ${api}/outbox`,
    "",
  ];
}
