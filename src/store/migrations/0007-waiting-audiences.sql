-- Why an audience cannot be read at the moment, in words for whoever looks at the message; null: it can.

alter table fanouts add column trouble text;
