-- What the log shows of one delivery, and the threads of the inbox.

-- Events that the good path does not write: an index of all of them would cost every message sent.
create index events_seldom on events (message_id, phone) where kind in (
  'message.failed', 'message.unknown', 'message.deferred', 'message.paused', 'message.resumed', 'message.canceled',
  'message.rate_changed', 'message.expired', 'outbox.resent', 'outbox.resend');
-- The others are found by the instant at which their delivery changed: rows are in the order of time.
create index events_at on events using brin (at) with (pages_per_range = 16, autosummarize = on);
create index provider_refs_at on provider_refs using brin (at) with (pages_per_range = 16, autosummarize = on);
create index webhook_deliveries_event on webhook_deliveries (event_id);

-- One row for each sender of the inbox: the newest message, and the last one that somebody has read.
create table inbox_threads (
  sender  text primary key,
  last_id bigint not null,
  read_id bigint not null default 0
) with (fillfactor = 70);
create index inbox_threads_newest on inbox_threads (last_id);
create index inbox_threads_beginning on inbox_threads (sender text_pattern_ops);
create index inbox_threads_unread on inbox_threads (last_id) where last_id > read_id;

-- A trigger, because nodes of the previous release write the inbox, too.
create function follow_inbox() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into inbox_threads as t (sender, last_id) values (new.sender, new.id)
    on conflict (sender) do update set last_id = greatest(t.last_id, excluded.last_id);
    return null;
  end if;
  -- Deleted, or erased: then nobody is its sender any more.
  update inbox_threads t set last_id = left_over.id
  from (select max(id) as id from inbox where sender = old.sender) left_over
  where t.sender = old.sender and t.last_id = old.id and left_over.id is not null;
  if not found then
    delete from inbox_threads where sender = old.sender and last_id = old.id;
  end if;
  return null;
end $$;
create trigger threads_grow after insert on inbox for each row execute function follow_inbox();
create trigger threads_shrink after delete on inbox for each row execute function follow_inbox();
create trigger threads_forget after update of sender on inbox for each row
  when (new.sender is distinct from old.sender) execute function follow_inbox();

-- What was received before is not new.
insert into inbox_threads (sender, last_id, read_id)
select sender, max(id), max(id) from inbox where sender <> '[erased]' group by sender;
