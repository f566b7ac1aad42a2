-- Whom the call named beside the audience that is read: how many numbers, and which users; and of a frozen audience what it
-- was made of. For whoever looks at the message later. null: a message to one recipient, or of the previous release.
alter table messages add column named jsonb;
