import { DomainError } from "#domain/error";
import { withTimeout } from "#lib/with-timeout";
import { errorText } from "#lib/error-text";
import type { Log } from "#lib/log";
import { second } from "#lib/time";

/** Maximum wait for the platform. */
const ANSWER_MS = 10 * second;

/**
 * Runs a query of the platform. If it throws or takes too long, the platform cannot be queried at the moment; that is
 * logged once, and not for every call.
 */
export function platformQuery(
  name: string,
  log: Log,
  answerMs: number = ANSWER_MS,
): <T>(work: () => Promise<T>) => Promise<T> {
  let down = false;
  return async (work) => {
    try {
      const result = await withTimeout(work(), answerMs);
      if (down) log("info", "the platform responds again", { platform: name });
      down = false;
      return result;
    } catch (error) {
      if (!down) log("warn", "the platform cannot be queried", { platform: name, reason: errorText(error) });
      down = true;
      const words = "The platform that manages the users cannot be queried at the moment. The service's log says why.";
      throw new DomainError("host_unavailable", words, [], {}, { cause: error });
    }
  };
}
