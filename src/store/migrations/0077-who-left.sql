-- Of a resend: the audience of the first message, which is not read again. Whoever leaves its groups does not get the resend
-- either. null: another message, or the resend of a message to numbers only, or one by a node of the previous release.
alter table messages add column resent_audience jsonb;

-- When the person left the groups of a delivery that was on its way to the gateway: if it comes back, it is not sent.
alter table deliveries add column left_at timestamptz;
