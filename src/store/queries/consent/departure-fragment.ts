/**
 * SQL for whether record `ended` of the ledger says that its person left a group or opted out of everything, and no
 * later one that they joined it.
 *
 * A START lifts what was blocked. It joins no group again, so a group that was left stays left. Records are compared by
 * their times: one that was written as a plain row comes into the ledger later.
 */
export const isDeparture = (ended: string, group: string): string => `
(${ended}.kind = 'blocked' or (${ended}.kind = 'left' and (${ended}.group_id = ${group} or ${ended}.group_id is null)))
and not exists (
  select from consent_records later
  where later.person_id = ${ended}.person_id and (later.at, later.seq) > (${ended}.at, ${ended}.seq) and (
    (later.group_id = ${group} and later.kind in ('confirmed', 'subscribed', 'imported'))
    or (${ended}.kind = 'blocked' and later.kind = 'lifted')))`;
