-- When the person last asked for this entry: when they sent their reply, as far as the provider says, otherwise when it
-- arrived. A START that was sent before it lifts nothing. null: as `at`, also for what nodes of the previous release add.
alter table suppressions add column asked_at timestamptz;

-- Until when a deletion of this group is under way, which removes its members page by page before the group: the other one
-- of the last two cannot be deleted meanwhile.
alter table groups add column leaving_until timestamptz;

-- When the last tests of the recipients were sent.
alter table alert_checks add column tests timestamptz[] not null default '{}';
