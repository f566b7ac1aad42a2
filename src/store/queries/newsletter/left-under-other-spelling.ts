import { mayBeSpelledTwice, otherSpellingOf } from "../other-spelling-sql.ts";

/** SQL for whether a person left a group under the other number of their phone. */
export const leftUnderOtherSpelling = (
  phone: string,
  group: string,
): string => `(${mayBeSpelledTwice(phone)} and exists (
  select from subscribers spelled join memberships ended on ended.subscriber_id = spelled.id
  where spelled.phone = ${otherSpellingOf(phone)} and ended.group_id = ${group} and ended.state = 'left' offset 0))`;
