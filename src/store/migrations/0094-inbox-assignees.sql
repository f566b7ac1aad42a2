-- Who takes care of a thread: the principal of a user, and their username when it was assigned. Nodes of the previous
-- release neither read nor change it.
alter table inbox_threads add column assignee text, add column assignee_username text;
create index inbox_threads_assigned on inbox_threads (assignee, last_id) where assignee is not null;
