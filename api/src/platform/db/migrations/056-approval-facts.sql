-- What was asked for before payloads were kept, from the rows that it was about.
DO $$
DECLARE v_guarded boolean := EXISTS (SELECT FROM pg_trigger WHERE tgname = 'approval_fixed' AND tgrelid = 'approval'::regclass);
BEGIN
  IF v_guarded THEN ALTER TABLE approval DISABLE TRIGGER approval_fixed; END IF;
  UPDATE approval a SET payload = known.payload FROM (
    SELECT 'rate.approve' AS action, id::text AS subject, jsonb_build_object('pair', pair, 'numerator', numerator,
        'denominator', denominator, 'from', (extract(epoch FROM requested_from) * 1000000)::bigint) AS payload FROM market_rate WHERE jumps
    UNION ALL
    SELECT 'rule.approve', id::text, jsonb_build_object('subject', subject, 'key', key, 'value', value,
        'from', (extract(epoch FROM requested_from) * 1000000)::bigint) FROM rule_proposal
    UNION ALL
    SELECT 'deposit.return', r.id::text, jsonb_build_object('deposit', d.id, 'member', d.member_id, 'usdt', d.usdt, 'chain', d.chain,
        'address', r.address) FROM deposit_return r JOIN deposit_transfer d ON d.id = r.deposit
    UNION ALL
    SELECT 'deposit.release', id::text, jsonb_build_object('deposit', id::text, 'member', member_id::text, 'usdt', usdt::text)
      FROM deposit_transfer
    UNION ALL
    SELECT 'chain_fault.close', id::text, jsonb_build_object('fault', id::text, 'chain', chain, 'block', block::text,
        'transaction', transaction, 'logIndex', log_index, 'finding', finding) FROM chain_fault
    UNION ALL
    SELECT 'operator.' || kind, id::text, jsonb_build_object('kind', kind, 'name', name, 'roles', to_jsonb(roles), 'base', to_jsonb(base))
        || CASE WHEN suspended_at IS NULL THEN '{}' ELSE jsonb_build_object('suspendedAt', suspended_at) END FROM operator_change
    UNION ALL
    SELECT 'terms.publish', id::text, jsonb_build_object('document', document, 'base', base, 'texts', texts) FROM terms_proposal
    UNION ALL
    SELECT 'announcement.publish', id::text, jsonb_build_object('texts', texts, 'country', country,
        'from', (extract(epoch FROM starts_at) * 1000000)::bigint, 'until', (extract(epoch FROM ends_at) * 1000000)::bigint)
        || CASE WHEN feature IS NULL THEN '{}' ELSE jsonb_build_object('feature', feature) END FROM announcement
    UNION ALL
    SELECT 'factor_reset.approve', id::text, jsonb_build_object('member', member,
        'boundAt', (extract(epoch FROM bound_at) * 1000000)::bigint) FROM factor_reset
    UNION ALL
    SELECT action, subject, jsonb_strip_nulls(jsonb_build_object('feature', split_part(subject, ' ', 1),
        'release', nullif(split_part(subject, ' ', 2), ''))) FROM approval WHERE action LIKE 'release.%') AS known
   WHERE a.payload IS NULL AND a.action = known.action AND a.subject = known.subject;
  IF v_guarded THEN ALTER TABLE approval ENABLE TRIGGER approval_fixed; END IF;
END $$;

-- What still waits and is not what its digest is of cannot be approved as it is read, and is asked for again.
WITH ended AS (
  UPDATE approval SET closed_at = greatest(clock_timestamp(), requested_at)
   WHERE payload IS NOT NULL AND digest <> sha256(convert_to(payload::text, 'UTF8')) AND closed_at IS NULL AND action IN ('rule.approve', 'deposit.return', 'terms.publish', 'announcement.publish',
     'operator.invite', 'operator.roles', 'operator.restore', 'release.approve_on', 'release.approve_below_floor',
     'release.approve_lower_floor') RETURNING id, closed_at)
INSERT INTO approval_refused (approval, actor, reason, at)
  SELECT id, 'automatic', 'it is no longer what it was asked for as: ask again', closed_at FROM ended;
