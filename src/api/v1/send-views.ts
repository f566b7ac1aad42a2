import type { SendCommand } from "#domain/messages/send";
import { balanceOf } from "#domain/credit/balance";
import type { StoredCredit } from "#domain/credit/credit-store";
import { isoTime } from "#lib/iso-time";

/** The response for an accepted message, whether it is sent now or later. */
export function shownSending(
  { content, category, route, skipped }: SendCommand,
  credit: StoredCredit | null,
  warnings: readonly string[],
) {
  return {
    invalid_numbers: skipped,
    segments: content.segments,
    encoding: content.encoding,
    category,
    gateway: route.gateway,
    sandbox: route.sandbox,
    balance: credit && balanceOf(credit),
    balance_checked_at: isoTime(credit?.checkedAt ?? null),
    ...(warnings.length > 0 && { warnings }),
  };
}
