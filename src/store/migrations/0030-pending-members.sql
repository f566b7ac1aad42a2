-- A preview counts the members who have not confirmed yet. They are few, and so is this index.

create index memberships_pending on memberships (group_id, phone) where state = 'pending';
