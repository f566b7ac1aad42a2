import type { Outcome, OutgoingSms } from "#domain/gateways/gateway";

import { channelIn } from "../../shared/channel.ts";
import { fitId } from "../../shared/json.ts";
import { outcomesByNumber, UNNAMED } from "../../shared/identical-messages.ts";
import { outcomeOfStatus, retryAfter } from "../../shared/status.ts";
import type { WireAnswer } from "../../shared/wire.ts";
import { loggableText } from "../../shared/loggable-text.ts";
import { answered, compileFinder, entryOf, nodes, point, steps, type Answered, type Finder } from "./find.ts";
import type { HttpSettings } from "./settings.ts";

/**
 * Reads one response: an outcome for each of `all`, in order, or one for the whole call if it names no recipient.
 * `remove`: what must not appear in a reason.
 */
export type ReadReply = (
  answer: WireAnswer,
  all: readonly OutgoingSms[],
  remove: readonly (string | undefined)[],
) => Outcome | readonly Outcome[];

/** Makes the reader of a provider's responses from the rules in the settings. */
export function compileReply(given: HttpSettings): ReadReply {
  const find = (text: string | undefined): Finder => (text === undefined ? () => [] : compileFinder(text));
  const [ok, id, segments] = [find(given.ok), find(given.id), find(given.segments)];
  const [channel, code, reason] = [find(given.channel), find(given.code), find(given.reason)];
  const yes = new Set(given.okStatus);

  const judge = (body: Answered): "yes" | "no" | "unclear" => {
    if (given.ok === undefined) return id(body).length > 0 ? "yes" : "unclear";
    const [found] = ok(body);
    if (found === undefined) return "unclear";
    return given.okValue.length === 0 || given.okValue.includes(found) ? "yes" : "no";
  };

  /**
   * @param isEntry of a list: an id in it is a message's. One in another error may be the call's own.
   */
  const readOne = (
    answer: WireAnswer,
    body: Answered,
    remove: readonly (string | undefined)[],
    isEntry = false,
  ): Outcome => {
    const good = yes.has(String(answer.status));
    const verdict = good ? judge(body) : "no";
    if (verdict === "yes") {
      const count = Number(segments(body)[0]);
      return {
        kind: "accepted",
        providerIds: id(body).map(fitId).filter(Boolean),
        ...(Number.isInteger(count) && count > 0 ? { segments: count } : {}),
        ...channelIn(channel(body)[0] ?? ""),
      };
    }
    const found = code(body)[0];
    const known = found === undefined ? `http_${answer.status}` : loggableText(found, remove).slice(0, 60);
    const wording = loggableText(reason(body)[0] ?? "", remove);
    const inTables = (one: string | undefined): Outcome | null =>
      fromTables(given, one, known, wording || `answered ${known}`, answer.headers);
    const listed = inTables(found);
    if (listed) return listed;
    // Before what the settings say about the status: a message that was accepted must not be sent again. A 401 is no
    // doubt for an `ok` without values: its body has that field, too, such as a status "unauthorized".
    const isStated = given.ok !== undefined && (given.okValue.length > 0 || answer.status !== 401);
    if (!good && (isEntry || isStated) && judge(body) === "yes")
      return { kind: "unknown", reason: `answered ${answer.status} with a body that says it was accepted` };
    const byStatus = inTables(`http_${answer.status}`);
    if (byStatus) return byStatus;
    // A success status with an unreadable body: the message may well be on its way.
    if (verdict === "unclear") return { kind: "unknown", reason: `answered ${answer.status} in an unknown format` };
    if (good) return { kind: "rejected", code: known, reason: wording || "the gateway refused it" };
    return outcomeOfStatus(answer.status, answer.headers, wording);
  };

  return (answer, all, remove) => {
    const body = answered(answer.body);
    const { replyList, replyTo } = given;
    if (replyList === undefined || replyTo === undefined) return readOne(answer, body, remove);
    const entries = nodes(body.json, steps(replyList)).flat();
    const numberOf = (entry: unknown): string => point(entry, steps(replyTo))[0] ?? "";
    const named = entries.filter((entry) => numberOf(entry) !== "");
    // Whatever the status: an accepted message must not be sent again with the rest of its call.
    if (yes.has(String(answer.status)) ? named.length > 0 : named.some((entry) => judge(entryOf(entry)) === "yes"))
      return outcomesByNumber(all, entries, numberOf, (entry) => readOne(answer, entryOf(entry), remove, true));
    // It names no recipient: a refusal of the whole call applies to everyone, a success to no one.
    const whole = readOne(answer, body, remove);
    return whole.kind === "accepted" ? UNNAMED : whole;
  };
}

function fromTables(
  given: HttpSettings,
  found: string | undefined,
  code: string,
  reason: string,
  headers: Headers,
): Outcome | null {
  if (found === undefined) return null;
  if (given.optedOut.includes(found)) return { kind: "rejected", code, reason, optedOut: true };
  if (given.stop.includes(found)) return { kind: "stop", code, reason };
  if (given.throttled.includes(found)) return { kind: "later", code, reason, throttled: true, ...retryAfter(headers) };
  if (given.later.includes(found)) return { kind: "later", code, reason, ...retryAfter(headers) };
  if (given.rejected.includes(found)) return { kind: "rejected", code, reason };
  return null;
}
