import { ARGENTINE } from "#domain/recipients/other-spelling";

/** SQL for `otherSpelling` of a number, an SQL expression. */
export const otherSpellingOf = (phone: string): string => `case when ${phone} ~ '${ARGENTINE.source}'
  then regexp_replace(${phone}, '${ARGENTINE.source}', case when starts_with(${phone}, '+549') then '+54\\2' else '+549\\2' end) end`;

/** SQL for whether a number, an SQL expression, may have another spelling. Told without a regular expression. */
export const mayBeSpelledTwice = (phone: string): string => `starts_with(${phone}, '+54')`;
