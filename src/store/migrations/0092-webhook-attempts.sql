-- The latest attempts of a delivery, newest first, as `webhook-queue.ts` writes them; null: none was recorded. A column, so
-- that they are deleted and erased with their delivery.
alter table webhook_deliveries add column attempt_log jsonb;

-- A trigger, because nodes of the previous release delete answers, too, and do not know this column.
create function forget_attempts() returns trigger language plpgsql as $$
begin
  new.attempt_log := null;
  return new;
end $$;
create trigger attempts_forgotten before update of last_error, signature on webhook_deliveries for each row
  when (new.last_error is null and new.signature is null and new.attempt_log @? '$[*].answer')
  execute function forget_attempts();
