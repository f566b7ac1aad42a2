import { ARGENTINE } from "#domain/recipients/other-spelling";

/** SQL for `otherSpelling` of a number, an SQL expression. */
export const otherSpellingOf = (phone: string): string => `case when ${phone} ~ '${ARGENTINE.source}'
  then regexp_replace(${phone}, '${ARGENTINE.source}', case when starts_with(${phone}, '+549') then '+54\\2' else '+549\\2' end) end`;

/** SQL for `countedAs` of a number, an SQL expression. */
export const countedAsOf = (phone: string): string =>
  `case when starts_with(${phone}, '+549') then coalesce(${otherSpellingOf(phone)}, ${phone}) else ${phone} end`;

/** SQL for all numbers of the phone of a number, an SQL expression: an array. */
export const everySpellingOf = (phone: string): string =>
  `case when ${mayBeSpelledTwice(phone)} then array[${phone}, ${otherSpellingOf(phone)}] else array[${phone}] end`;

/** SQL for whether a number, an SQL expression, may have another spelling. Evaluated without a regular expression. */
export const mayBeSpelledTwice = (phone: string): string => `starts_with(${phone}, '+54')`;

/**
 * SQL for whether two numbers are those of one phone, `nine` with the 9. For a join of many: what precedes the
 * comparison of their ends bounds both in an index, and no regular expression is evaluated for each.
 */
export const isOtherOf = (nine: string, plain: string): string => `(
  ${nine} >= '+549' and ${nine} < '+54:' and length(${nine}) = 14 and ${plain} >= '+541' and ${plain} < '+544'
  and substr(${nine}, 5) = substr(${plain}, 4))`;
