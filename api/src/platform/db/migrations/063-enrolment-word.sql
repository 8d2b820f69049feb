-- The other half of a link that two admins made: who asked has the word, who approved has the link, and neither enrols alone.
-- NULL: the owner made the link.
ALTER TABLE operator_enrolment ADD COLUMN word_hash bytea;
