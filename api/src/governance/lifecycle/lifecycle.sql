-- Where each thing can go from where it stands: this list is the one source, for the guard below and for the application,
-- which asks it and sees at its start that it knows the same states (governance/lifecycle). Errors are TL….
--
-- A line: what goes from where (NULL: it begins) to where, at whose word, and what has to be so: functions that take the
-- row as it would then be, and say whether it is. Another thing: its lines here, and the guard's trigger on its table.
CREATE OR REPLACE VIEW lifecycle_transition AS
  SELECT subject, from_state, to_state, string_to_array(who, ' ') AS who, string_to_array(requires, ' ') AS requires
    FROM (VALUES
      ('withdrawal', NULL,              'review',          'member operator time', 'withdrawal_hold_open withdrawal_origin_held withdrawal_return_held'),
      ('withdrawal', 'review',          'review',          'operator',        'withdrawal_hold_open withdrawal_owner_free'),
      ('withdrawal', 'review',          'approved',        'operator',        'withdrawal_hold_open withdrawal_owner_free withdrawal_approved'),
      ('withdrawal', 'approved',        'review',          'time',            'withdrawal_hold_open withdrawal_payout_absent withdrawal_approval_gone'),
      ('withdrawal', 'approved',        'sent',            'operator chain',  'withdrawal_hold_open withdrawal_payout_there'),
      ('withdrawal', 'sent',            'complete',        'operator chain',  'withdrawal_hold_settled withdrawal_payout_confirmed'),
      ('withdrawal', 'review',          'ended',           'member operator', 'withdrawal_hold_released withdrawal_payout_absent withdrawal_void_waited'),
      ('withdrawal', 'approved',        'ended',           'operator',        'withdrawal_hold_released withdrawal_payout_absent withdrawal_void_waited'),
      ('deposit',    NULL,              'below_minimum',   'chain',           ''),
      ('deposit',    NULL,              'held_unverified', 'chain',           'deposit_is_small'),
      ('deposit',    NULL,              'suspense',        'chain',           ''),
      ('deposit',    'held_unverified', 'credited',        'chain member',    ''),
      ('deposit',    'suspense',        'held_unverified', 'chain operator',  'deposit_may_leave_suspense'),
      ('deposit',    'suspense',        'returning',       'operator',        'deposit_return_approved'),
      ('deposit',    'below_minimum',   'held_unverified', 'operator',        'deposit_release_approved'),
      ('deposit',    'below_minimum',   'returning',       'operator',        'deposit_return_approved'),
      ('deposit',    'returning',       'returned',        'operator chain',  'deposit_return_paid'),
      ('deposit',    'returning',       'below_minimum',   'member operator', 'deposit_return_undone'),
      ('deposit',    'returning',       'suspense',        'member operator', 'deposit_return_undone'),
      ('inquiry',    NULL,              'received',        'member',          ''),
      ('inquiry',    'received',        'received',        'member',          ''),
      ('inquiry',    'received',        'answered',        'operator',        ''),
      ('inquiry',    'answered',        'answered',        'operator',        ''),
      ('inquiry',    'answered',        'received',        'member',          ''),
      ('inquiry',    'received',        'closed',          'member operator', ''),
      ('inquiry',    'answered',        'closed',          'member operator time', ''),
      ('inquiry',    'closed',          'closed',          'member',          ''),
      ('payout',     NULL,              'recorded',        'operator',        'payout_owner_free payout_is_allowed payout_by_another payout_is_claimed'),
      ('payout',     'recorded',        'recorded',        'chain',           ''),
      ('payout',     'recorded',        'seen',            'chain',           ''),
      ('payout',     'seen',            'seen',            'chain',           ''),
      ('payout',     'recorded',        'confirmed',       'operator chain',  'payout_is_vouched_for'),
      ('payout',     'seen',            'confirmed',       'chain',           'payout_is_vouched_for'),
      ('payout',     'recorded',        'invalid',         'chain operator',  'payout_end_is_due'),
      ('payout',     'invalid',         'invalid',         'chain',           'payout_was_voided'),
      ('payout',     'recorded',        'mismatched',      'chain',           ''),
      ('payout',     'mismatched',      'confirmed',       'operator',        'payout_settlement_approved'),
      ('payout',     'invalid',         'confirmed',       'operator',        'payout_settlement_approved'),
      ('stake',      NULL,              'ongoing',         'member',          ''),
      ('stake',      'ongoing',         'ongoing',         'member time',     ''),
      ('stake',      'ongoing',         'unlocked',        'time',            ''),
      ('stake',      'ongoing',         'applied',         'time',            ''),
      ('stake',      'ongoing',         'ended',           'time',            ''),
      ('stake',      'unlocked',        'unlocked',        'member',          ''),
      ('stake',      'unlocked',        'ongoing',         'member',          ''),
      ('stake',      'unlocked',        'applied',         'member',          ''),
      ('stake',      'unlocked',        'ended',           'member',          ''),
      ('stake',      'applied',         'ended',           'operator chain',  ''),
      ('stake',      'applied',         'unlocked',        'member operator', ''),
      ('factor_reset', NULL,            'open',            'operator',        ''),
      ('factor_reset', 'open',          'open',            'operator',        ''),
      ('factor_reset', 'open',          'done',            'time',            'factor_reset_was_waited_for factor_reset_is_vouched_for'),
      ('factor_reset', 'open',          'moot',            'time',            'factor_reset_was_waited_for'),
      ('factor_reset', 'open',          'cancelled',       'member',          ''),
      ('factor_reset', 'open',          'withdrawn',       'operator time',   ''),
      ('factor_reset', 'open',          'lapsed',          'operator',        'factor_reset_has_lapsed')
    ) AS line (subject, from_state, to_state, who, requires);

-- Whether somebody's word takes a thing from one state to another; what else has to be so is the guard's to see.
CREATE OR REPLACE FUNCTION may_move(p_subject text, p_from text, p_to text, p_who text) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM lifecycle_transition
    WHERE subject = p_subject AND from_state = p_from AND to_state = p_to AND p_who = ANY (who))
$$;

-- The guard of a table: its arguments are the subject, the column of the state and, where NULL stands for one, which that is.
-- TL001: it would go where it cannot go from here, or without what belongs to it.
CREATE OR REPLACE FUNCTION guard_lifecycle() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE v_from text; v_to text; v_requires text[]; v_required text; v_met boolean;
BEGIN
  -- By its name where it has the usual one: two whole rows as JSON cost as much as all the rest.
  IF TG_ARGV[1] = 'state' THEN
    v_from := OLD.state; v_to := NEW.state;
  ELSE
    v_from := to_jsonb(OLD) ->> TG_ARGV[1]; v_to := to_jsonb(NEW) ->> TG_ARGV[1];
  END IF;
  v_to := coalesce(v_to, TG_ARGV[2]);
  IF TG_OP = 'UPDATE' THEN v_from := coalesce(v_from, TG_ARGV[2]); END IF;
  SELECT requires INTO v_requires FROM lifecycle_transition
    WHERE subject = TG_ARGV[0] AND from_state IS NOT DISTINCT FROM v_from AND to_state = v_to;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a % does not go from % to %', TG_ARGV[0], v_from, v_to USING ERRCODE = 'TL001';
  END IF;
  FOREACH v_required IN ARRAY v_requires LOOP
    EXECUTE format('SELECT public.%I($1)', v_required) INTO v_met USING NEW;
    IF v_met IS NOT TRUE THEN
      RAISE EXCEPTION 'a % goes from % to % only with %', TG_ARGV[0], v_from, v_to, v_required USING ERRCODE = 'TL001';
    END IF;
  END LOOP;
  RETURN NEW;
END $$;

GRANT SELECT ON lifecycle_transition TO trellis_app;
GRANT EXECUTE ON FUNCTION may_move TO trellis_app;
