-- What has to be so before a reset of a second factor is done stands with its other ways, in sql/lifecycle.sql.
ALTER TABLE factor_reset DROP CONSTRAINT factor_reset_waited;
