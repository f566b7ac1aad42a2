import { onThisMachine } from "#app/config/addresses";
import type { Config } from "#app/config/config";
import { withoutEffect } from "#app/config/unknown-settings";
import type { LicenseReport } from "#app/config/license";
import type { FirstAdministrator } from "#app/create-service";
import type { Service } from "#app/service/open-service";
import { shownPlatform } from "#app/service/open-platform";

const ROLES = {
  all: null,
  api: "api: takes calls; workers send",
  worker: "worker: sends; answers /healthz and /readyz only",
};

/** A line of the banner after its label; further lines are aligned below it. */
const labeled = (label: string, lines: readonly (string | null | undefined)[]): string[] =>
  lines.filter((line) => line != null).map((line, at) => `  ${(at === 0 ? label : "").padEnd(10)} ${line}`);

/** What `serve` prints when it is ready. */
export function banner(ready: {
  readonly url: string;
  readonly service: Service;
  readonly config: Config;
  readonly license: LicenseReport;
  readonly environment: Readonly<Record<string, string | undefined>>;
}): string[] {
  const { url, service, config, license } = ready;
  const { gateways } = service.gateways;
  const sandbox = service.gateways.routes.byDefault()?.sandbox ?? false;
  const sandboxes = gateways.filter(({ id }) => id === "sandbox").map(({ name }) => name);
  const pages = config.role !== "worker";
  return [
    "",
    `  Tidings is ready at ${onThisMachine(url)}`,
    ...labeled("Public", [config.publicUrl]),
    ...labeled("Pages", pages ? [`${onThisMachine(url)}/   ${onThisMachine(url)}/docs`] : []),
    ...labeled("Role", [ROLES[config.role]]),
    ...labeled("Database", [service.store.where]),
    ...labeled("Platform", [shownPlatform(config)]),
    ...labeled("Gateway", [gateways.map((gateway) => gateway.redactedDsn).join(", ") || "none: nothing can be sent"]),
    ...labeled("Sandbox", [
      sandbox
        ? "It sends nothing: no message leaves this machine."
        : sandboxes.length > 0
          ? `It sends nothing: ${sandboxes.join(", ")}.`
          : null,
    ]),
    ...labeled("License", licenseLines(license)),
    ...labeled("Standby", [
      service.standby === null ? null : `${service.standby}. Nothing is sent until: tidings restore --activate`,
    ]),
    ...labeled("Webhooks", [
      service.outboundAllow.length > 0 && config.outboundAllow.length === 0
        ? `They may reach this machine (${service.outboundAllow.join(", ")}): for testing only.`
        : null,
    ]),
    ...labeled("Settings", withoutEffect(ready.environment)),
  ];
}

/** Without a license nothing is printed: it is an add-on. */
function licenseLines(license: LicenseReport): (string | undefined)[] {
  if (license.state === "absent") return [];
  return license.state === "valid"
    ? [license.usable.join(" and "), license.warning ?? undefined]
    : [license.remarks[0]];
}

/** The page of a setup link. The token is a fragment: no server's access log and no Referer header contains it. */
export function setupLink(address: string, token: string): string {
  return `${onThisMachine(address).replace(/\/+$/, "")}/setup#${token}`;
}

/** The secrets of the first start, and calls to paste. */
export function firstSteps(
  { url, publicUrl }: { readonly url: string; readonly publicUrl: string | null },
  service: Service,
  administrator: FirstAdministrator,
): string[] {
  const sandbox = service.gateways.routes.byDefault()?.sandbox ?? false;
  const { username, setupToken, applicationPassword: password } = administrator;
  // Behind a proxy, a password over plain http is refused.
  const api = `${publicUrl ?? onThisMachine(url)}${service.basePath}`;
  return [
    "  Choose your web password here, once, within 24 hours:",
    "",
    `  ${setupLink(publicUrl ?? url, setupToken)}`,
    "",
    `  User name             ${username}`,
    `  Application password  ${password}   (for the API)`,
    "",
    "  Send a first message:",
    "",
    `  curl -u '${username}:${password}' ${api}/send \\`,
    // The sandbox's own test number; with a real gateway a number of ours might be someone's.
    `    -H 'Content-Type: application/json' \\`,
    `    -d '{"numbers": ["${sandbox ? "+15005550000" : "+YOUR NUMBER"}"], "message": "Hello from Tidings"}'`,
    "",
    "  and look at the log:",
    "",
    `  curl -u '${username}:${password}' ${api}/outbox`,
  ];
}

/** The secrets on a terminal, where a person reads them; else only where they were written. */
export function administratorLines(shown: readonly string[] | { readonly file: string | null }): string[] {
  if (!("file" in shown)) return ["", "  The first administrator was created. This is shown only once:", ...shown];
  if (shown.file !== null) {
    return [
      "",
      "  The first administrator was created. The setup link and the application password are in this file, readable only by its owner:",
      `  ${shown.file}`,
      "  Store them elsewhere, and delete the file.",
    ];
  }
  return [
    "",
    "  The first administrator, admin, was created; their secrets could not be written to the data folder.",
    "  Create others: npx tidings user setup-link admin, npx tidings app-password create admin --name New",
  ];
}
