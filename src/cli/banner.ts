import type { Config } from "#app/config";
import type { LicenceReport } from "#app/licence";
import type { House } from "#app/open-house";
import { shownPlatform } from "#app/open-platform";

const ROLES = {
  api: "api: takes calls; workers send",
  worker: "worker: sends; answers /healthz and /readyz only",
};

type First = Awaited<ReturnType<House["people"]["ensureAdministrator"]>>;

/** What `serve` says when it is ready. The secrets of the first start are in it, and nowhere else. */
export function banner(ready: {
  url: string;
  administrator: First;
  house: House;
  config: Config;
  licence: LicenceReport;
}): string[] {
  const { url, administrator, house, config, licence } = ready;
  const sandbox = house.gateways.routes.byDefault()?.sandbox ?? false;
  const lines = [
    "",
    `  Tidings is ready at ${url}`,
    ...(config.role === "all" ? [] : [`  Role       ${ROLES[config.role]}`]),
    `  Database   ${house.store.where}`,
    ...(shownPlatform(config) === null ? [] : [`  Platform   ${shownPlatform(config)}`]),
    `  Gateway    ${house.gateways.gateways.map((gateway) => gateway.redactedDsn).join(", ")}`,
  ];
  // Without one there is nothing to say: it is an add-on.
  if (licence.state === "valid")
    lines.push(
      `  Licence    ${licence.usable.join(" and ")}`,
      ...(licence.warning ? [`             ${licence.warning}`] : []),
    );
  else if (licence.state !== "absent") lines.push(`  Licence    ${licence.remarks[0]}`);
  const sandboxes = house.gateways.gateways.filter(({ id }) => id === "sandbox").map(({ name }) => name);
  if (sandbox) lines.push("             The sandbox sends nothing: no text leaves this machine.");
  else if (sandboxes.length > 0) lines.push(`             Sandbox, which sends nothing: ${sandboxes.join(", ")}.`);
  if (house.standby !== null) {
    lines.push(`             Standby: ${house.standby}. Nothing is sent until: tidings restore --activate`);
  }
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
