-- It is made again without a column that only an earlier version read.

DROP VIEW IF EXISTS approval_role;
