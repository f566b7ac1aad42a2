import { DomainError } from "../error.ts";
import { everySpelling } from "../recipients/other-spelling.ts";
import { lockPlace } from "./lock-phone.ts";
import type { Membership } from "./newsletter-store.ts";
import { unsubscribe, type UnsubscribeCommand, type UnsubscribeDeps } from "./unsubscribe.ts";

/**
 * Like {@link unsubscribe}, under both spellings of a phone's number: for requests of the person. An operator who
 * removes one entry of a list does not mean another one.
 *
 * @throws DomainError not_found if neither number was ever subscribed
 */
export async function unsubscribePhone(
  ports: UnsubscribeDeps,
  command: UnsubscribeCommand,
): Promise<readonly Membership[]> {
  const phones = everySpelling([command.phone]);
  if (phones.length === 1) return unsubscribe(ports, command);
  return ports.unitOfWork.transaction(async () => {
    // A subscription under the number that is not subscribed yet may be about to commit.
    await lockPlace(ports.newsletter, command.phone);
    const left: Membership[] = [];
    const missing: DomainError[] = [];
    for (const phone of phones) {
      try {
        left.push(...(await unsubscribe(ports, { ...command, phone })));
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== "not_found") throw error;
        missing.push(error);
      }
    }
    if (missing.length === phones.length) throw missing[0]!;
    return [...new Map(left.map((membership) => [membership.groupId, membership])).values()];
  });
}
