-- When a text that only its own gateway may send again was first in doubt: a gateway merges repeats for a while, not for ever.

alter table deliveries add column doubted_at timestamptz;
