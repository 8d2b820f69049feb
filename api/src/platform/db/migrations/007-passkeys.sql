-- A passkey outlives the password that it was added with: adding one takes a code of the mailbox where no authenticator
-- is bound, as it takes one of the authenticator where one is.
INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
  SELECT subject, key, value || '{"code": "always"}', now(), 'policy', now(), 'a password alone adds no passkey'
    FROM (SELECT * FROM rule WHERE subject = 'action' AND key = 'addPasskey' AND effective_from <= now()
            ORDER BY effective_from DESC LIMIT 1) in_force
    WHERE value ->> 'code' <> 'always';
