-- What a USD is about worth in other currencies. Until an operator says it, none is shown.
INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
SELECT 'displayRate', currency, '{"perUsd": null, "maximumAgeDays": 7}', '2000-01-01', 'policy', '2000-01-01',
       'as the product began'
  FROM unnest(ARRAY['EUR', 'GBP', 'JPY', 'CNY', 'KRW', 'TWD', 'HKD', 'SGD']) AS listed (currency);
