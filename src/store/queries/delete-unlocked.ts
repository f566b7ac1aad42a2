/**
 * SQL that deletes rows except those that others have locked: nodes that delete the same ones do not wait for each
 * other.
 *
 * @param which what follows the table's name: an alias, the condition, the order, the limit
 */
export const deleteUnlocked = (table: string, which: string): string =>
  `delete from ${table} where ctid = any(array(select ctid from ${table} ${which} for update skip locked))`;
