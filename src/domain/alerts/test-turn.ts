import { tooManyRequests } from "../error.ts";
import { MAX_PER_HOUR, type AlertStore } from "./alert-store.ts";

/**
 * To be called before a test is sent to the alerts' recipients or through a gateway, outside a transaction.
 *
 * @throws DomainError too_many_requests: tests are sent regardless of quiet hours and caps, and their texts cost money
 */
export async function requireTestTurn({ alerts }: { readonly alerts: Pick<AlertStore, "takeTest"> }): Promise<void> {
  const seconds = await alerts.takeTest();
  if (seconds === 0) return;
  throw tooManyRequests(`${MAX_PER_HOUR} tests were sent within an hour. Try again in ${seconds} s.`, seconds);
}
