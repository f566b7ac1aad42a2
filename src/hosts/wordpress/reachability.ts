import { DomainError } from "#domain/error";

import { SiteDown } from "./site-reply.ts";
import type { HostDeps } from "./tools.ts";

/**
 * Runs a query of the site. A site that cannot be reached is an error of its own, logged once and not for every call.
 *
 * @param words the message for unauthenticated callers, who must not learn internal addresses or why those fail
 * @throws DomainError host_unavailable
 */
export type UnlessDown = <T>(work: Promise<T>, words?: string) => Promise<T>;

export function reachability(url: string, { log }: Pick<HostDeps, "log">): UnlessDown {
  let isDown = false;

  return async (work, words) => {
    try {
      const answer = await work;
      if (isDown) log("info", "the platform responds again", { site: url });
      isDown = false;
      return answer;
    } catch (error) {
      if (!(error instanceof SiteDown)) throw error;
      if (!isDown) log("warn", "the platform cannot be queried", { site: url, reason: error.message });
      isDown = true;
      throw new DomainError("host_unavailable", words ?? error.message, [], {}, { cause: error });
    }
  };
}
