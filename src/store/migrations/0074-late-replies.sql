-- When the person last asked for this entry: when they sent their reply, as far as the provider says, otherwise when it
-- arrived. A START that was sent before it lifts nothing. null: as `at`, also for what nodes of the previous release add.
alter table suppressions add column asked_at timestamptz;
