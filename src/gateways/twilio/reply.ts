import type { Outcome } from "#domain/ports/gateway";

import { outcomeOfStatus, retryAfter } from "../status.ts";
import type { WireAnswer } from "../wire.ts";
import { fitWords } from "../words.ts";

// Error codes of Twilio's REST API. What is in no table is judged by the HTTP status.
/** This person replied STOP. */
const OPTED_OUT = 21610;
/** Invalid or unusable number, region, content or sender: the same request can never succeed. */
const NEVER = new Set([
  21211, 21212, 21408, 21602, 21606, 21608, 21612, 21614, 21617, 21620, 21623, 21635, 21659, 30004, 30005, 30006, 30007,
]);
/** Authentication, suspended account, unregistered sender campaign: every text would meet the same. */
const ACCOUNT = new Set([20003, 20005, 20403, 30002, 30034]);
/** Too many requests, or the sender's queue is full. */
const THROTTLED = new Set([14107, 20429, 21611, 30001]);

const GONE = new Set(["failed", "undelivered", "canceled"]);

/** What Twilio's answer to `POST …/Messages.json` means for the text. `remove`: what must not stand in a reason. */
export function readReply(answer: WireAnswer, remove: readonly (string | undefined)[]): Outcome {
  const body = parseObject(answer.body);
  if (answer.status >= 200 && answer.status < 300) return readResource(body, answer.status);

  // Errors are `{code, message, more_info, status}`; a body without a code comes from something in between.
  const code = typeof body?.["code"] === "number" ? body["code"] : undefined;
  const words = typeof body?.["message"] === "string" ? fitWords(body["message"], remove) : "";
  if (code === undefined) return outcomeOfStatus(answer.status, answer.headers, words);
  const reason = words === "" ? `Twilio error ${code}` : words;
  const known = { code: String(code), reason };
  if (code === OPTED_OUT) return { kind: "rejected", ...known, optedOut: true };
  if (THROTTLED.has(code) || answer.status === 429)
    return { kind: "later", ...known, throttled: true, ...retryAfter(answer.headers) };
  if (ACCOUNT.has(code)) return { kind: "stop", ...known };
  if (NEVER.has(code)) return { kind: "rejected", ...known };
  // A 5xx with Twilio's own code is Twilio saying that it failed, unlike the bare one of a proxy.
  if (answer.status >= 500) return { kind: "later", ...known, ...retryAfter(answer.headers) };
  const byStatus = outcomeOfStatus(answer.status, answer.headers, reason);
  return byStatus.kind === "accepted" || byStatus.kind === "unknown" ? byStatus : { ...byStatus, code: String(code) };
}

function readResource(body: Record<string, unknown> | undefined, status: number): Outcome {
  const sid = body?.["sid"];
  if (typeof sid !== "string" || !/^(SM|MM)[0-9A-Za-z]{1,62}$/.test(sid)) {
    return { kind: "unknown", reason: `answered ${status} without a message SID` };
  }
  const state = typeof body?.["status"] === "string" ? body["status"] : "queued";
  if (GONE.has(state)) {
    const code = body?.["error_code"];
    return {
      kind: "rejected",
      code: typeof code === "number" || typeof code === "string" ? `${code}` : state,
      reason: `Twilio ${state} it at once`,
    };
  }
  // "0" while a Messaging Service has not picked a sender.
  const segments = Number(body?.["num_segments"]);
  return { kind: "accepted", providerIds: [sid], ...(segments > 0 ? { segments } : {}), response: fitWords(state) };
}

function parseObject(text: string | null): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
