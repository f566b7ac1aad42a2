import { DIALED_ABROAD, OUTER_BLANKS, SENDER_NUMBER } from "#domain/opt-out/sender-key";
import { CHANNEL_PREFIXES } from "#lib/channel-prefix";

/** SQL for `senderKey` of a sender, an SQL expression. In the collation C only A to Z have an upper case. */
export function senderKeyOf(sender: string): string {
  const written = CHANNEL_PREFIXES.reduce(
    (rest, { source }) => `regexp_replace(${rest}, '${source}', '', 'i')`,
    `(${sender} collate "C")`,
  );
  return `case when ${written} ~ '${SENDER_NUMBER.source}'
    then regexp_replace(regexp_replace(${written}, '[^0-9]', '', 'g'), '${DIALED_ABROAD.source}', '')
    else upper(regexp_replace(${written}, '${OUTER_BLANKS.source}', '', 'g')) end`;
}
