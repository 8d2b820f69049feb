-- Packages are sold: what buying one asks of a member beside a session.
INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
  VALUES ('action', 'package', '{"needsGoogle": false, "code": "above", "above": "1000000000", "securityLock": false}',
          '2000-01-01', 'policy', '2000-01-01', 'as the product began');
