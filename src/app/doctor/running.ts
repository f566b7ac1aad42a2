import { Agent, fetch } from "undici";

import { deadlineSignal } from "#lib/deadline";
import { reasonOf } from "#lib/error-text";
import { second } from "#lib/time";
import type { Check } from "#api/health";

import type { Config } from "../config/config.ts";
import { portIssues } from "../config/preflight.ts";
import { localAddress, otherSettings, otherSettingsText } from "../running-service.ts";
import { failure, ok, warning, type CheckResult } from "./check-result.ts";

const about = "running service";
/** Longest wait for an answer of the service. */
const ANSWER_MS = 5 * second;

type Readiness = {
  readonly status: string;
  readonly role: string;
  /** Absent: of an earlier release. */
  readonly instance?: string;
  readonly checks: readonly Check[];
};

export type RunningService = {
  readonly results: readonly CheckResult[];
  /** Which database the service has that answers; null: none answers, or it does not say. */
  readonly instance: string | null;
};

/** What the service on this machine reports about itself, if one runs with these settings; else whether one could. */
export async function checkRunning(
  config: Pick<Config, "dataDir" | "listen" | "metricsListen">,
): Promise<RunningService> {
  const url = localAddress(config);
  // Port 0 is chosen at startup.
  const isKnown = new URL(url).port !== "0";
  const answer = isKnown ? await request(`${url}/readyz`) : "nobody";
  if (answer === "silent") {
    const text = `Something at ${url} accepts connections but did not answer within ${ANSWER_MS / second} s.`;
    return none([warning(about, text)]);
  }
  if (!isReadiness(answer)) {
    // It may run, and have the port of its metrics.
    if (!isKnown) return none([]);
    const issues = await portIssues(config);
    if (issues.length > 0) return none(issues.map((text) => failure(about, text)));
    return none([ok(about, `Nothing is running at ${url}.`)]);
  }
  const failing = answer.checks.filter(({ ok }) => !ok);
  const remarks = answer.checks.flatMap(({ name, warning }) => (warning === undefined ? [] : [`${name}: ${warning}`]));
  const results = [
    failing.length === 0
      ? ok(about, `It is ready at ${url}, with the role ${answer.role}.`)
      : warning(about, `It is not ready at ${url}; these checks fail: ${failing.map(({ name }) => name).join(", ")}.`),
    ...remarks.map((text): CheckResult => warning(about, text)),
  ];
  return { results, instance: typeof answer.instance === "string" ? answer.instance : null };
}

const none = (results: readonly CheckResult[]): RunningService => ({ results, instance: null });

/** The service at the address of these settings may be that of another installation: then this one does not run. */
export function checkInstance(running: Pick<RunningService, "instance">, instance: string): CheckResult[] {
  if (running.instance === null || running.instance === instance) return [];
  const text =
    "The service at this address has another database, so the one of these settings does not run: give one of them another TIDINGS_LISTEN.";
  return [failure(about, text)];
}

/** A command that changes something is refused then. */
export function checkSettings(config: Config, instance: string): CheckResult[] {
  const others = otherSettings(config, instance);
  return others.length === 0 ? [] : [warning(about, otherSettingsText(others))];
}

/** The JSON of a response; null if it is not JSON. */
async function request(url: string): Promise<unknown> {
  // Node's own fetch may go through a proxy of the environment (NODE_USE_ENV_PROXY).
  const dispatcher = new Agent();
  try {
    const response = await fetch(url, { dispatcher, signal: deadlineSignal(ANSWER_MS), redirect: "manual" });
    return await response.json().catch(() => null);
  } catch (error) {
    if ((error as Error).name === "TimeoutError") return "silent";
    return /ECONNREFUSED/.test(reasonOf((error as Error).cause ?? error)) ? "nobody" : null;
  } finally {
    await dispatcher.destroy();
  }
}

function isReadiness(answer: unknown): answer is Readiness {
  const { status, role, checks } = (answer ?? {}) as Partial<Readiness>;
  return typeof status === "string" && typeof role === "string" && Array.isArray(checks);
}
