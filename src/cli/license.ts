import { readConfig } from "#app/config/config";
import { licenseFeatures, type LicenseReport, type OpenLicenses } from "#app/config/license";
import { openLog } from "#app/logger";
import { openTools } from "#app/service/open-tools";

import { actionNamed, cleanCell, printer, readArguments, UsageError, wholeNumber, words } from "./arguments.ts";
import type { Command, Io } from "./command.ts";

const usage = [
  "tidings license issue [--to NAME] [--feature FEATURE]… [--days DAYS]     a trial, signed with this installation's key",
  "tidings license show",
  `FEATURE is one of ${licenseFeatures.join(", ")}; without it all of them. DAYS: 30 by default.`,
  "A running service uses it within seconds. Each action accepts --json.",
];

const TRIAL_DAYS = 30;
const MAX_DAYS = 36_500;

/** The license of the paid add-on. */
export const license: Command = {
  usage,
  async run(args, io) {
    const config = readConfig(io.environment);
    const tools = await openTools(config, openLog("warn"));
    try {
      return await runLicense(args, io, tools.licenses);
    } finally {
      await tools.close();
    }
  },
};

const options = {
  to: { type: "string" },
  feature: { type: "string", multiple: true },
  days: { type: "string" },
  json: { type: "boolean" },
} as const;

type Given = ReturnType<typeof readArguments<typeof options>>["values"];

/** The command itself, for opened licenses. @throws UsageError, or if a trial would be refused */
export async function runLicense(
  args: readonly string[],
  io: Pick<Io, "out">,
  licenses: Pick<OpenLicenses, "issue" | "report" | "issuer" | "own" | "source">,
): Promise<number> {
  const { values, positionals } = readArguments(args, options);
  const action = actionNamed(positionals, ["issue", "show"]);
  words(positionals.slice(1), []);
  const print = printer(io, values.json);
  if (action === "issue") {
    const terms = termsOf(values);
    if (licenses.own !== licenses.issuer) {
      throw new Error(
        "TIDINGS_LICENSE_ISSUER is not this installation's key, so a trial issued here would count as forged. Install the license that was issued to you as TIDINGS_LICENSE.",
      );
    }
    if (licenses.source === "environment") {
      throw new Error("TIDINGS_LICENSE is set and takes precedence over a trial. Unset it first.");
    }
    const token = await licenses.issue(terms);
    const report = await licenses.report();
    print({ token, ...shown(report, licenses) }, [
      "The license is installed; a running service uses it within seconds.",
      ...linesOf(report, licenses),
      `Token      ${token}`,
    ]);
    return 0;
  }
  const report = await licenses.report();
  print(shown(report, licenses), linesOf(report, licenses));
  return report.usable.length > 0 ? 0 : 1;
}

function termsOf(values: Given): Parameters<OpenLicenses["issue"]>[0] {
  const wanted = values.feature ?? [...licenseFeatures];
  const unknown = wanted.find((name) => !licenseFeatures.some((one) => one === name));
  if (unknown !== undefined) throw new UsageError(`${unknown} is not a feature (${licenseFeatures.join(", ")})`);
  const days = wholeNumber("days", values.days, { usual: TRIAL_DAYS, most: MAX_DAYS });
  const licensee = values.to?.trim() ?? "Trial";
  if (licensee === "" || licensee.length > 200) throw new UsageError("--to must have 1 to 200 characters");
  return { licensee, days, features: licenseFeatures.filter((name) => wanted.includes(name)) };
}

function shown(report: LicenseReport, { source, issuer }: Pick<OpenLicenses, "source" | "issuer">) {
  const { license } = report;
  return {
    state: report.state,
    licensee: license?.licensee ?? null,
    features: license?.features ?? [],
    usable: report.usable,
    issued_at: instant(license?.issuedAt),
    expires_at: instant(license?.expiresAt),
    grace_until: instant(report.graceUntil),
    source: report.state === "absent" ? null : source,
    issuer,
    remarks: report.remarks,
  };
}

const STATES: Readonly<Record<LicenseReport["state"], string>> = {
  absent: "none installed",
  malformed: "refused: not a license",
  forged: "refused: not signed by the issuer",
  not_yet: "not yet valid",
  valid: "valid",
  grace: "expired, in its grace period",
  expired: "expired",
};

function linesOf(report: LicenseReport, { source, issuer }: Pick<OpenLicenses, "source" | "issuer">): string[] {
  const { license } = report;
  const of = license
    ? [
        `Licensee   ${cleanCell(license.licensee)}`,
        `Features   ${license.features.join(", ") || "none known to this version"}`,
        `Issued     ${instant(license.issuedAt)}`,
        `Expires    ${instant(license.expiresAt)}   (works until ${instant(report.graceUntil)})`,
      ]
    : [];
  return [
    `State      ${STATES[report.state]}`,
    ...of,
    ...(report.state === "absent"
      ? []
      : [`Source     ${source === "environment" ? "TIDINGS_LICENSE" : "tidings license issue"}`]),
    `Issuer     ${issuer}`,
    ...report.remarks.map((remark) => `           ${remark}`),
  ];
}

function instant(millis: number | null | undefined): string | null {
  return typeof millis === "number" ? new Date(millis).toISOString() : null;
}
