/** A number and its lookup in the ledger, or arrays of them, as SQL to the right of `=`. */
type Person = { readonly phone: string; readonly lookup: string };

/**
 * SQL for whether a person ever left a group that meets a condition, also if the membership was deleted with the person
 * or the group. An import's records wait in `consents` for up to ten minutes before they are in the ledger.
 *
 * @param meets the condition, for SQL of a group's id and of the time
 */
export const everLeft = ({ phone, lookup }: Person, meets: (group: string, at: string) => string): string => `
  (exists (
    select from consent_people p join consent_records c on c.person_id = p.id
    where p.lookup = ${lookup} and c.kind = 'left' and ${meets("c.group_id", "c.at")})
  or exists (
    select from subscribers s join consents c on c.subscriber_id = s.id
    where s.phone = ${phone} and c.kind = 'left' and ${meets("c.group_id", "c.at")}))`;
