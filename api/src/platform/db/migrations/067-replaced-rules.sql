-- The rule with which one that a single person had planned came to nothing. NULL: it holds, held or comes.
ALTER TABLE rule ADD COLUMN replaced_by bigint REFERENCES rule (id);
