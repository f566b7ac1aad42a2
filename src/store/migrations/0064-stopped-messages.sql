-- A list of the messages that were canceled or failed reads this index instead of all messages: they are few, and so is
-- what it costs. `messages_open` mentions the state as well, so no update loses its place in the page by it.
create index messages_stopped on messages (id) where state in ('canceled', 'failed');
