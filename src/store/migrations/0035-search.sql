-- The search finds a subscriber by the beginning of the name in this index, however many there are.
create index subscribers_name on subscribers (lower(name) text_pattern_ops);
