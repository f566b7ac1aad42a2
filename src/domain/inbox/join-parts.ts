import type { Inbound } from "../gateways/gateway.ts";
import type { JoinedParts } from "./part-store.ts";

/** More than a phone can send. */
const MAX_PARTS = 255;

/** A contradictory header makes no part: the message is then complete by itself. */
export function partOf({ part }: Inbound): Inbound["part"] {
  if (part === undefined) return undefined;
  const { total, number, reference } = part;
  const isPart = [total, number].every(Number.isSafeInteger) && total > 1 && total <= MAX_PARTS;
  return isPart && number >= 1 && number <= total ? { total, number, reference: reference.slice(0, 100) } : undefined;
}

/** The message, with `…` for each part that is missing. Its identity is that of its first part. */
export function joinParts({ total, sender, recipient, parts, passed }: JoinedParts): Inbound {
  const numbers = Array.from({ length: total }, (_, index) => index + 1).filter((number) => !passed.has(number));
  const [first] = numbers.flatMap((number) => parts.get(number) ?? []);
  return {
    ...(first && { providerId: first.identity }),
    from: sender,
    to: recipient,
    text: numbers.map((number) => parts.get(number)?.text ?? "…").join(""),
    media: [],
    ...(first && first.at !== null && { at: first.at }),
  };
}
