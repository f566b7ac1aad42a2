-- The groups that a code was sent for, which are all that it confirms. null: sent by a node of the previous release.
alter table opt_in_codes add column group_ids bigint[];
