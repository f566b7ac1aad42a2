-- needs: 41
-- Older nodes would send everyone the text of the default language.

-- Texts of a group by language, in place of those of the site; `default` is for all other languages.
alter table groups
  add column code_texts jsonb not null default '{}',
  add column welcome_texts jsonb not null default '{}';

-- Texts of the message by language: a recipient whose locale has one gets it instead of the body.
alter table messages add column variants jsonb;
