-- People who left groups of a message while its recipients were being read: a page that had read them and was not committed
-- was not seen by whoever ended what waits for them. It is ended with the last page.
create table fanout_leavers (
  message_id    uuid not null references fanouts (message_id) on delete cascade,
  phone         text not null collate "C",
  subscriber_id bigint not null,
  primary key (message_id, phone)
);
create index fanout_leavers_phone on fanout_leavers (phone);
