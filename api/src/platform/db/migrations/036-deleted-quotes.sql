-- Retention used to delete consumed quotes, too, thirty days after they had expired. Their exchanges are listed here, once, so
-- that the verifier asks the quote of every other exchange. Nothing is ever added: the application has no right to.
CREATE TABLE exchange_quote_deleted (journal uuid PRIMARY KEY);
COMMENT ON TABLE exchange_quote_deleted IS 'kept: money and its proofs';
INSERT INTO exchange_quote_deleted
  SELECT j.id FROM journal j WHERE j.kind = 'exchange'
    AND NOT EXISTS (SELECT 1 FROM exchange_quote q WHERE q.consumed_by = j.id);
GRANT SELECT ON exchange_quote_deleted TO trellis_app;
