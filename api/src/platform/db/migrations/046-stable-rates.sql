-- A USDT is worth a USD: one person moves its rate by half a percent, not by a tenth. Where operators have set their own, that
-- stays.
INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
  SELECT subject, key, value || '{"jumpPercent": "0.5"}', now(), 'policy', now(), 'a stable coin hardly moves'
    FROM rule r WHERE subject = 'ratePair' AND key = 'USDT-USD'
      AND id = (SELECT max(id) FROM rule WHERE subject = r.subject AND key = r.key)
      AND NOT EXISTS (SELECT 1 FROM rule WHERE subject = r.subject AND key = r.key AND set_by <> 'policy');
