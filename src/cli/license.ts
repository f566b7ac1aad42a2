import { readConfig } from "#app/config";
import { licenceFeatures, type LicenceReport, type OpenLicences } from "#app/licence";
import { openLog } from "#app/logger";
import { openTools } from "#app/open-tools";

import { readArguments, UsageError, words } from "./arguments.ts";
import type { Command, Io } from "./command.ts";

const usage = [
  "tidings license issue [--to NAME] [--feature FEATURE]… [--days DAYS]     a trial, signed with this installation's key",
  "tidings license show",
  `FEATURE is one of ${licenceFeatures.join(", ")}; without it all of them. DAYS: 30 unless told.`,
  "A running service takes it within seconds. Each takes --json.",
];

const TRIAL_DAYS = 30;
const MOST_DAYS = 36_500;

/** The licence of the paid add-on. */
export const license: Command = {
  usage,
  async run(args, io) {
    const config = readConfig(io.environment);
    const tools = await openTools(config, openLog("warn"));
    try {
      return await runLicense(args, io, tools.licences);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      io.err(`tidings: ${error.message}`);
      for (const line of usage) io.err(line);
      return 2;
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

/** The command itself, given the licences. @throws UsageError, or where a trial would be refused */
export async function runLicense(
  args: readonly string[],
  io: Pick<Io, "out">,
  licences: Pick<OpenLicences, "issue" | "report" | "issuer" | "own" | "source">,
): Promise<number> {
  const { values, positionals } = readArguments(args, options);
  const [action = "", ...rest] = positionals;
  words(rest, []);
  const print = (json: object, lines: readonly string[]): void => {
    if (values.json) io.out(JSON.stringify(json));
    else for (const line of lines) io.out(line);
  };
  if (action === "issue") {
    const wish = wishOf(values);
    if (licences.own !== licences.issuer) {
      throw new Error(
        "TIDINGS_LICENSE_ISSUER names another key than this installation's, so a trial from here would count as forged. Install the licence that was issued to you as TIDINGS_LICENSE.",
      );
    }
    if (licences.source === "environment") {
      throw new Error("TIDINGS_LICENSE is set and goes before a trial. Unset it first.");
    }
    const token = await licences.issue(wish);
    const report = await licences.report();
    print({ token, ...shown(report, licences) }, [
      "The licence is installed; a running service takes it within seconds.",
      ...linesOf(report, licences),
      `Token      ${token}`,
    ]);
    return 0;
  }
  if (action === "show") {
    const report = await licences.report();
    print(shown(report, licences), linesOf(report, licences));
    return report.usable.length > 0 ? 0 : 1;
  }
  throw new UsageError(action === "" ? "say what to do" : `there is no action ${JSON.stringify(action)}`);
}

function wishOf(values: Given): Parameters<OpenLicences["issue"]>[0] {
  const wanted = values.feature ?? [...licenceFeatures];
  const unknown = wanted.find((name) => !(licenceFeatures as readonly string[]).includes(name));
  if (unknown !== undefined) throw new UsageError(`${unknown} is no feature (${licenceFeatures.join(", ")})`);
  const days = Number(values.days ?? TRIAL_DAYS);
  if (!Number.isInteger(days) || days < 1 || days > MOST_DAYS) {
    throw new UsageError(`--days must be a whole number from 1 to ${MOST_DAYS}`);
  }
  const licensee = values.to?.trim() ?? "Trial";
  if (licensee === "" || licensee.length > 200) throw new UsageError("--to must have 1 to 200 characters");
  return { licensee, days, features: licenceFeatures.filter((name) => wanted.includes(name)) };
}

function shown(report: LicenceReport, { source, issuer }: Pick<OpenLicences, "source" | "issuer">) {
  const { licence } = report;
  return {
    state: report.state,
    licensee: licence?.licensee ?? null,
    features: licence?.features ?? [],
    usable: report.usable,
    issued_at: instant(licence?.issuedAt),
    expires_at: instant(licence?.expiresAt),
    grace_until: instant(report.graceUntil),
    source: report.state === "absent" ? null : source,
    issuer,
    remarks: report.remarks,
  };
}

const STATES: Readonly<Record<LicenceReport["state"], string>> = {
  absent: "none installed",
  malformed: "refused: not a licence",
  forged: "refused: not signed by the issuer",
  not_yet: "has not begun",
  valid: "valid",
  grace: "expired, in its time of grace",
  expired: "expired",
};

function linesOf(report: LicenceReport, { source, issuer }: Pick<OpenLicences, "source" | "issuer">): string[] {
  const { licence } = report;
  const of = licence
    ? [
        `Licensee   ${licence.licensee.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")}`,
        `Features   ${licence.features.join(", ") || "none that this version knows"}`,
        `Issued     ${instant(licence.issuedAt)}`,
        `Expires    ${instant(licence.expiresAt)}   (works until ${instant(report.graceUntil)})`,
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
