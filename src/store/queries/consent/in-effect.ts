/**
 * SQL for the consents of a person that are in effect: a SELECT of their records `c` that grant something and that no
 * later one ended.
 *
 * @param person SQL for the person's id
 */
export const inEffect = (person: string): string => `
select from consent_records c
where c.person_id = ${person} and c.kind in ('confirmed', 'subscribed', 'imported') and not exists (
  select from consent_records later
  where later.person_id = c.person_id and later.seq > c.seq
    and (later.kind = 'blocked' or later.kind = 'left' and later.group_id is not distinct from c.group_id))`;
