-- needs: 20
-- Columns and tables by the names that the API and the documentation use. Older nodes cannot work beside it.

alter table messages rename column lane to priority;
alter table chunks rename column lane to priority;
alter table retries rename column lane to priority;
alter table withdrawals rename to cancellations;
alter index withdrawals_pkey rename to cancellations_pkey;
alter table shop_orders rename column told to notified;
update settings set name = 'license' where name = 'licence';

-- Whether a message may be repeated is a setting of its gateway, and was never one of the message.
alter table messages drop column at_least_once;
