-- The latest attempts of a delivery, newest first, as `webhook-queue.ts` writes them; null: none was recorded. A column, so
-- that they are deleted and erased with their delivery.
alter table webhook_deliveries add column attempt_log jsonb;
