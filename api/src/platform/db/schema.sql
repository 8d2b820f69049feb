-- The whole schema, as an empty database has it after the migrations and `sql/`: for reading and comparing, not for
-- running. `npm run schema` writes it; a test sees that it is right. The rows that come with it stand in the migrations,
-- the bodies of functions in `sql/`: here is a digest of each, without its comments.

CREATE ROLE trellis_app LOGIN;
ALTER ROLE trellis_app SET idle_in_transaction_session_timeout=10000;
ALTER ROLE trellis_app SET jit=off;
ALTER ROLE trellis_app SET lock_timeout=2000;
ALTER ROLE trellis_app SET search_path=pg_catalog, public, pg_temp;
ALTER ROLE trellis_app SET statement_timeout=5000;
GRANT CONNECT ON DATABASE TO PUBLIC;
GRANT CONNECT ON DATABASE TO trellis_app;
GRANT USAGE ON SCHEMA public TO trellis_app;
ALTER DEFAULT PRIVILEGES ON "f": {owner=X/owner};

CREATE DOMAIN journal_kind AS text
  CONSTRAINT journal_kind_known CHECK ((VALUE = ANY (ARRAY['opening'::text, 'deposit'::text, 'deposit_aside'::text, 'deposit_return'::text, 'deposit_restore'::text, 'transfer'::text, 'exchange'::text, 'hold'::text, 'settlement'::text, 'release'::text, 'reversal'::text, 'pool_funding'::text, 'package_purchase'::text, 'package_release'::text, 'stake_start'::text, 'stake_profit'::text, 'stake_term'::text, 'stake_redeem'::text, 'stake_restore'::text, 'bonus_close'::text, 'team_bonus'::text, 'bonus_correction'::text, 'fee_returned'::text])));
GRANT USAGE ON DOMAIN journal_kind TO PUBLIC;

CREATE SEQUENCE deposit_index_bsc AS integer START 1 INCREMENT 1 MINVALUE 1 MAXVALUE 2147483647 CACHE 1;
GRANT USAGE ON SEQUENCE deposit_index_bsc TO trellis_app;

CREATE SEQUENCE deposit_index_tron AS integer START 1 INCREMENT 1 MINVALUE 1 MAXVALUE 2147483647 CACHE 1;
GRANT USAGE ON SEQUENCE deposit_index_tron TO trellis_app;

CREATE SEQUENCE tree_node_id AS bigint START 1 INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 CACHE 1;

CREATE TABLE account (
  id bigint NOT NULL,
  owner bigint NOT NULL,
  code smallint NOT NULL,
  balance bigint DEFAULT 0 NOT NULL,
  floor bigint NOT NULL,
  seq bigint DEFAULT 0 NOT NULL,
  limit_day date DEFAULT '2000-01-01'::date NOT NULL,
  transferred bigint DEFAULT 0 NOT NULL,
  exchanged bigint DEFAULT 0 NOT NULL,
  withdrawn bigint DEFAULT 0 NOT NULL,
  CONSTRAINT account_check CHECK ((balance >= floor)),
  CONSTRAINT account_check1 CHECK ((id = ((owner * 1000) + code))),
  CONSTRAINT account_pkey PRIMARY KEY (id)
) WITH (fillfactor=60);
COMMENT ON TABLE account IS 'kept: money and its proofs';
GRANT SELECT ON account TO trellis_app;

CREATE TABLE account_kind (
  code smallint NOT NULL,
  unit text NOT NULL,
  kind text NOT NULL,
  member boolean NOT NULL,
  floor bigint NOT NULL,
  CONSTRAINT account_kind_code_check CHECK (((code >= 1) AND (code <= 999))),
  CONSTRAINT account_kind_pkey PRIMARY KEY (code),
  CONSTRAINT account_kind_unit_kind_key UNIQUE (unit, kind)
);
COMMENT ON TABLE account_kind IS 'kept: money and its proofs';
GRANT SELECT ON account_kind TO trellis_app;

CREATE TABLE announcement (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  texts jsonb NOT NULL,
  country text,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  requested_by text NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  reason text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  approved_by text,
  approved_at timestamp with time zone,
  recalled_by text,
  recalled_at timestamp with time zone,
  recall_reason text,
  feature text,
  CONSTRAINT announcement_check CHECK ((ends_at > starts_at)),
  CONSTRAINT announcement_check1 CHECK ((expires_at > requested_at)),
  CONSTRAINT announcement_check2 CHECK ((num_nulls(approved_by, approved_at) = ANY (ARRAY[0, 2]))),
  CONSTRAINT announcement_check3 CHECK ((num_nulls(recalled_by, recalled_at, recall_reason) = ANY (ARRAY[0, 3]))),
  CONSTRAINT announcement_check4 CHECK (((recalled_at IS NULL) OR (approved_at IS NOT NULL))),
  CONSTRAINT announcement_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT announcement_feature_check CHECK ((feature ~ '^[a-z]+$'::text)),
  CONSTRAINT announcement_reason_check CHECK ((reason ~ '[^[:space:]]'::text)),
  CONSTRAINT announcement_recall_reason_check CHECK ((recall_reason ~ '[^[:space:]]'::text)),
  CONSTRAINT announcement_requested_by_check CHECK ((requested_by <> ''::text)),
  CONSTRAINT announcement_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE announcement IS 'kept: what was decided, and by whom';
CREATE INDEX announcement_shown ON public.announcement USING btree (ends_at) WHERE ((approved_at IS NOT NULL) AND (recalled_at IS NULL));
CREATE TRIGGER announcement_fixed BEFORE UPDATE ON public.announcement FOR EACH ROW WHEN (((old.recalled_at IS NOT NULL) OR ((old.approved_at IS NOT NULL) AND (new.approved_at IS DISTINCT FROM old.approved_at)) OR ((to_jsonb(old.*) - '{approved_by,approved_at,recalled_by,recalled_at,recall_reason}'::text[]) <> (to_jsonb(new.*) - '{approved_by,approved_at,recalled_by,recalled_at,recall_reason}'::text[])))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER announcement_kept BEFORE DELETE ON public.announcement FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER announcement_no_truncate BEFORE TRUNCATE ON public.announcement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT ON announcement TO trellis_app;

CREATE TABLE app_lock (
  member_id bigint NOT NULL,
  token_hash bytea NOT NULL,
  minutes smallint NOT NULL,
  CONSTRAINT app_lock_minutes_check CHECK ((minutes = ANY (ARRAY[0, 1, 5, 15]))),
  CONSTRAINT app_lock_member_id_token_hash_fkey FOREIGN KEY (member_id, token_hash) REFERENCES member_device(member_id, token_hash) ON DELETE CASCADE,
  CONSTRAINT app_lock_pkey PRIMARY KEY (member_id, token_hash)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON app_lock TO trellis_app;

CREATE TABLE approval (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  digest bytea NOT NULL,
  needed smallint NOT NULL,
  requested_by text NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  reason text NOT NULL,
  expires_at timestamp with time zone,
  closed_at timestamp with time zone,
  payload jsonb,
  CONSTRAINT approval_action_check CHECK ((action ~ '^[a-z_]+\.[a-z_]+$'::text)),
  CONSTRAINT approval_digest_check CHECK ((octet_length(digest) = 32)),
  CONSTRAINT approval_needed_check CHECK ((needed > 0)),
  CONSTRAINT approval_reason_check CHECK ((reason ~ '[^[:space:]]'::text)),
  CONSTRAINT approval_requested_by_check CHECK ((requested_by <> ''::text)),
  CONSTRAINT approval_subject_check CHECK ((subject <> ''::text)),
  CONSTRAINT approval_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE approval IS 'kept: what was decided, and by whom';
CREATE INDEX approval_of_action ON public.approval USING btree (action, id);
CREATE INDEX approval_of_deposit ON public.approval USING btree (((payload ->> 'deposit'::text)));
CREATE INDEX approval_open ON public.approval USING btree (action, id) WHERE (closed_at IS NULL);
CREATE INDEX approval_subject ON public.approval USING btree (action, subject);
CREATE TRIGGER approval_checked BEFORE INSERT ON public.approval FOR EACH ROW EXECUTE FUNCTION check_approval();
CREATE TRIGGER approval_fixed BEFORE UPDATE ON public.approval FOR EACH ROW WHEN (((old.closed_at IS NOT NULL) OR ((to_jsonb(old.*) - 'closed_at'::text) <> (to_jsonb(new.*) - 'closed_at'::text)))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approval_kept BEFORE DELETE ON public.approval FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approval_no_truncate BEFORE TRUNCATE ON public.approval FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT ON approval TO trellis_app;

CREATE TABLE approval_given (
  approval bigint NOT NULL,
  person text NOT NULL,
  actor text NOT NULL,
  reason text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT approval_given_reason_check CHECK ((reason ~ '[^[:space:]]'::text)),
  CONSTRAINT approval_given_approval_fkey FOREIGN KEY (approval) REFERENCES approval(id),
  CONSTRAINT approval_given_pkey PRIMARY KEY (approval, person)
);
COMMENT ON TABLE approval_given IS 'kept: what was decided, and by whom';
CREATE INDEX approval_given_person ON public.approval_given USING btree (person);
CREATE TRIGGER approval_given_checked BEFORE INSERT ON public.approval_given FOR EACH ROW EXECUTE FUNCTION check_approval_given();
CREATE TRIGGER approval_given_fixed BEFORE DELETE OR UPDATE ON public.approval_given FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approval_given_no_truncate BEFORE TRUNCATE ON public.approval_given FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT ON approval_given TO trellis_app;

CREATE TABLE approval_refused (
  approval bigint NOT NULL,
  actor text NOT NULL,
  reason text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT approval_refused_actor_check CHECK ((actor <> ''::text)),
  CONSTRAINT approval_refused_reason_check CHECK ((reason ~ '[^[:space:]]'::text)),
  CONSTRAINT approval_refused_approval_fkey FOREIGN KEY (approval) REFERENCES approval(id),
  CONSTRAINT approval_refused_pkey PRIMARY KEY (approval)
);
COMMENT ON TABLE approval_refused IS 'kept: what was decided, and by whom';
CREATE TRIGGER approval_refused_fixed BEFORE DELETE OR UPDATE ON public.approval_refused FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approval_refused_no_truncate BEFORE TRUNCATE ON public.approval_refused FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT ON approval_refused TO trellis_app;

CREATE TABLE approval_void (
  approval bigint NOT NULL,
  person text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT approval_void_approval_person_fkey FOREIGN KEY (approval, person) REFERENCES approval_given(approval, person),
  CONSTRAINT approval_void_pkey PRIMARY KEY (approval, person)
);
COMMENT ON TABLE approval_void IS 'kept: what was decided, and by whom';
CREATE TRIGGER approval_void_fixed BEFORE DELETE OR UPDATE ON public.approval_void FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approval_void_no_truncate BEFORE TRUNCATE ON public.approval_void FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT ON approval_void TO trellis_app;

CREATE TABLE audit_event (
  number bigint NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  reason text NOT NULL,
  before jsonb,
  after jsonb,
  request_id text,
  recorded_at timestamp with time zone NOT NULL,
  digest bytea NOT NULL,
  CONSTRAINT audit_event_action_check CHECK ((action <> ''::text)),
  CONSTRAINT audit_event_actor_check CHECK ((actor <> ''::text)),
  CONSTRAINT audit_event_digest_check CHECK ((length(digest) = 32)),
  CONSTRAINT audit_event_number_check CHECK ((number > 0)),
  CONSTRAINT audit_event_reason_check CHECK ((reason ~ '[^[:space:]]'::text)),
  CONSTRAINT audit_event_subject_check CHECK ((subject <> ''::text)),
  CONSTRAINT audit_event_pkey PRIMARY KEY (number)
);
COMMENT ON TABLE audit_event IS 'kept: what was decided, and by whom';
CREATE INDEX audit_event_actions ON public.audit_event USING btree (number) WHERE (action !~ '[.](read|list|find|export|timeline|equation)(_|$)'::text);
CREATE INDEX audit_event_actor ON public.audit_event USING btree (actor, number);
CREATE INDEX audit_event_request ON public.audit_event USING btree (request_id) WHERE (request_id IS NOT NULL);
CREATE INDEX audit_event_subject ON public.audit_event USING btree (subject, number);
CREATE TRIGGER audit_event_append_only BEFORE DELETE OR UPDATE ON public.audit_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_event_no_truncate BEFORE TRUNCATE ON public.audit_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT ON audit_event TO trellis_app;

CREATE TABLE bonus_calendar (
  one boolean DEFAULT true NOT NULL,
  open_day date NOT NULL,
  closed_day date,
  CONSTRAINT bonus_calendar_check CHECK ((closed_day < open_day)),
  CONSTRAINT bonus_calendar_one_check CHECK (one),
  CONSTRAINT bonus_calendar_pkey PRIMARY KEY (one)
);
COMMENT ON TABLE bonus_calendar IS 'kept: money and its proofs';
GRANT SELECT ON bonus_calendar TO trellis_app;

CREATE TABLE bonus_day (
  day date NOT NULL,
  terms jsonb NOT NULL,
  pool bigint NOT NULL,
  budget bigint NOT NULL,
  demand bigint NOT NULL,
  paid bigint NOT NULL,
  lines integer NOT NULL,
  expired_through date NOT NULL,
  closed_at timestamp with time zone NOT NULL,
  closed_by uuid,
  CONSTRAINT bonus_day_check CHECK (((budget >= 0) AND (budget <= pool))),
  CONSTRAINT bonus_day_check1 CHECK (((paid >= 0) AND (paid <= budget))),
  CONSTRAINT bonus_day_check2 CHECK ((expired_through < day)),
  CONSTRAINT bonus_day_check3 CHECK (((closed_by IS NULL) = (paid = 0))),
  CONSTRAINT bonus_day_demand_check CHECK ((demand >= 0)),
  CONSTRAINT bonus_day_lines_check CHECK ((lines >= 0)),
  CONSTRAINT bonus_day_pool_check CHECK ((pool >= 0)),
  CONSTRAINT bonus_day_pkey PRIMARY KEY (day),
  CONSTRAINT bonus_day_closed_by_key UNIQUE (closed_by)
);
COMMENT ON TABLE bonus_day IS 'kept: money and its proofs';
CREATE TRIGGER bonus_day_no_truncate BEFORE TRUNCATE ON public.bonus_day FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bonus_day_stays BEFORE DELETE OR UPDATE ON public.bonus_day FOR EACH ROW EXECUTE FUNCTION refuse_change();
GRANT SELECT ON bonus_day TO trellis_app;

CREATE TABLE bonus_hold (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  member bigint,
  day date,
  cause text NOT NULL,
  held_by text NOT NULL,
  held_at timestamp with time zone NOT NULL,
  reason text NOT NULL,
  released_by text,
  released_at timestamp with time zone,
  release_reason text,
  CONSTRAINT bonus_hold_cause_check CHECK ((cause = ANY (ARRAY['sharedAccounts'::text, 'review'::text]))),
  CONSTRAINT bonus_hold_check CHECK ((num_nulls(member, day) = 1)),
  CONSTRAINT bonus_hold_check1 CHECK ((num_nulls(released_by, released_at, release_reason) = ANY (ARRAY[0, 3]))),
  CONSTRAINT bonus_hold_held_by_check CHECK ((held_by ~ '^[a-z]+:.'::text)),
  CONSTRAINT bonus_hold_reason_check CHECK ((reason ~ '[^[:space:]]'::text)),
  CONSTRAINT bonus_hold_release_reason_check CHECK ((release_reason ~ '[^[:space:]]'::text)),
  CONSTRAINT bonus_hold_released_by_check CHECK ((released_by ~ '^[a-z]+:.'::text)),
  CONSTRAINT bonus_hold_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE bonus_hold IS 'kept: what was decided, and by whom';
CREATE UNIQUE INDEX bonus_hold_of_day ON public.bonus_hold USING btree (day) WHERE ((released_at IS NULL) AND (day IS NOT NULL));
CREATE UNIQUE INDEX bonus_hold_of_member ON public.bonus_hold USING btree (member) WHERE ((released_at IS NULL) AND (member IS NOT NULL));
CREATE TRIGGER bonus_hold_changes BEFORE UPDATE ON public.bonus_hold FOR EACH ROW EXECUTE FUNCTION bonus_hold_changes();
CREATE TRIGGER bonus_hold_no_truncate BEFORE TRUNCATE ON public.bonus_hold FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bonus_hold_stays BEFORE DELETE ON public.bonus_hold FOR EACH ROW EXECUTE FUNCTION refuse_change();
GRANT SELECT ON bonus_hold TO trellis_app;

CREATE TABLE bonus_line (
  member bigint NOT NULL,
  day date NOT NULL,
  qualified boolean NOT NULL,
  left_stock bigint NOT NULL,
  right_stock bigint NOT NULL,
  left_gone bigint NOT NULL,
  right_gone bigint NOT NULL,
  matched bigint NOT NULL,
  direct_points bigint NOT NULL,
  direct bigint NOT NULL,
  pairing bigint NOT NULL,
  cap bigint NOT NULL,
  cut bigint NOT NULL,
  own_value bigint NOT NULL,
  month_before bigint NOT NULL,
  over_limit bigint NOT NULL,
  due bigint NOT NULL,
  paid bigint NOT NULL,
  rp bigint NOT NULL,
  paid_by uuid,
  paid_at timestamp with time zone,
  CONSTRAINT bonus_line_check CHECK ((LEAST(left_stock, right_stock, left_gone, right_gone, matched, direct_points, direct, pairing, cap, cut, own_value, month_before, over_limit, due, paid, rp) >= 0)),
  CONSTRAINT bonus_line_check1 CHECK (((((direct + pairing) - cut) = (due + over_limit)) AND (paid <= due) AND (rp <= paid) AND (matched <= LEAST(left_stock, right_stock)))),
  CONSTRAINT bonus_line_check2 CHECK ((qualified OR ((matched = 0) AND (due = 0)))),
  CONSTRAINT bonus_line_check3 CHECK (((paid_by IS NULL) = (paid_at IS NULL))),
  CONSTRAINT bonus_line_pkey PRIMARY KEY (member, day)
) WITH (fillfactor=85);
COMMENT ON TABLE bonus_line IS 'kept: money and its proofs';
CREATE INDEX bonus_line_unpaid ON public.bonus_line USING btree (day, member) WHERE ((paid > 0) AND (paid_by IS NULL));
CREATE TRIGGER bonus_line_changes BEFORE UPDATE ON public.bonus_line FOR EACH ROW EXECUTE FUNCTION bonus_line_changes();
CREATE TRIGGER bonus_line_no_truncate BEFORE TRUNCATE ON public.bonus_line FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bonus_line_stays BEFORE DELETE ON public.bonus_line FOR EACH ROW EXECUTE FUNCTION refuse_change();
GRANT SELECT ON bonus_line TO trellis_app;

CREATE TABLE bonus_standing (
  member bigint NOT NULL,
  left_gone bigint NOT NULL,
  right_gone bigint NOT NULL,
  month date NOT NULL,
  month_paid bigint NOT NULL,
  CONSTRAINT bonus_standing_pkey PRIMARY KEY (member)
) WITH (fillfactor=70);
COMMENT ON TABLE bonus_standing IS 'kept: money and its proofs';
GRANT SELECT ON bonus_standing TO trellis_app;

CREATE TABLE book_address (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  member_id bigint NOT NULL,
  chain text NOT NULL,
  address text NOT NULL,
  label text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  usable_from timestamp with time zone NOT NULL,
  removed_at timestamp with time zone,
  CONSTRAINT book_address_chain_check CHECK ((chain = ANY (ARRAY['BSC'::text, 'TRON'::text, 'BTC'::text]))),
  CONSTRAINT book_address_label_check CHECK (((char_length(label) >= 1) AND (char_length(label) <= 30))),
  CONSTRAINT book_address_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  CONSTRAINT book_address_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE book_address IS 'kept: who there is, and what is theirs';
CREATE INDEX book_address_address ON public.book_address USING btree (address);
CREATE UNIQUE INDEX book_address_present ON public.book_address USING btree (member_id, chain, address) WHERE (removed_at IS NULL);
GRANT INSERT, SELECT, UPDATE ON book_address TO trellis_app;

CREATE TABLE browser_error (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  feature text NOT NULL,
  release text NOT NULL,
  screen text NOT NULL,
  name text NOT NULL,
  digest text NOT NULL,
  place text NOT NULL,
  frames jsonb NOT NULL,
  first_at timestamp with time zone NOT NULL,
  last_at timestamp with time zone NOT NULL,
  CONSTRAINT browser_error_check CHECK ((last_at >= first_at)),
  CONSTRAINT browser_error_digest_check CHECK ((digest ~ '^[0-9a-f]{16}$'::text)),
  CONSTRAINT browser_error_frames_check CHECK ((jsonb_array_length(frames) <= 10)),
  CONSTRAINT browser_error_name_check CHECK ((length(name) <= 40)),
  CONSTRAINT browser_error_place_check CHECK ((length(place) <= 240)),
  CONSTRAINT browser_error_release_check CHECK ((length(release) <= 80)),
  CONSTRAINT browser_error_screen_check CHECK ((length(screen) <= 120)),
  CONSTRAINT browser_error_pkey PRIMARY KEY (id),
  CONSTRAINT browser_error_feature_release_screen_name_digest_place_key UNIQUE (feature, release, screen, name, digest, place)
);
COMMENT ON TABLE browser_error IS 'kept: forgotten by its own job';
CREATE INDEX browser_error_last ON public.browser_error USING btree (last_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON browser_error TO trellis_app;

CREATE TABLE browser_error_member (
  error bigint NOT NULL,
  member bigint NOT NULL,
  CONSTRAINT browser_error_member_error_fkey FOREIGN KEY (error) REFERENCES browser_error(id) ON DELETE CASCADE,
  CONSTRAINT browser_error_member_pkey PRIMARY KEY (error, member)
);
COMMENT ON TABLE browser_error_member IS 'kept: forgotten with its error';
CREATE INDEX browser_error_of_member ON public.browser_error_member USING btree (member);
GRANT DELETE, INSERT, SELECT ON browser_error_member TO trellis_app;

CREATE TABLE certificate (
  serial bigint NOT NULL,
  package uuid NOT NULL,
  "json" text NOT NULL,
  hash text NOT NULL,
  issued_at timestamp with time zone NOT NULL,
  CONSTRAINT certificate_check CHECK ((hash = encode(sha256(convert_to("json", 'UTF8'::name)), 'hex'::text))),
  CONSTRAINT certificate_serial_check CHECK ((serial > 0)),
  CONSTRAINT certificate_package_fkey FOREIGN KEY (package) REFERENCES package(id),
  CONSTRAINT certificate_pkey PRIMARY KEY (serial),
  CONSTRAINT certificate_hash_key UNIQUE (hash),
  CONSTRAINT certificate_package_key UNIQUE (package)
);
COMMENT ON TABLE certificate IS 'kept: money and its proofs';
CREATE TRIGGER certificate_no_truncate BEFORE TRUNCATE ON public.certificate FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER certificate_stays BEFORE DELETE OR UPDATE ON public.certificate FOR EACH ROW EXECUTE FUNCTION refuse_change();
GRANT SELECT ON certificate TO trellis_app;

CREATE TABLE certificate_due (
  place bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  package uuid NOT NULL,
  ready_at timestamp with time zone NOT NULL,
  CONSTRAINT certificate_due_package_fkey FOREIGN KEY (package) REFERENCES package(id),
  CONSTRAINT certificate_due_pkey PRIMARY KEY (place),
  CONSTRAINT certificate_due_package_key UNIQUE (package)
);
COMMENT ON TABLE certificate_due IS 'kept: money and its proofs';
CREATE INDEX certificate_ready ON public.certificate_due USING btree (ready_at, place);
GRANT SELECT ON certificate_due TO trellis_app;

CREATE TABLE chain_cursor (
  chain text NOT NULL,
  token bytea NOT NULL,
  kind text NOT NULL,
  next_block bigint NOT NULL,
  last_hash bytea,
  span integer NOT NULL,
  head bigint DEFAULT 0 NOT NULL,
  looked_at timestamp with time zone,
  halted_at timestamp with time zone,
  halted_reason text,
  worker uuid,
  leased_until timestamp with time zone,
  genesis bytea,
  CONSTRAINT chain_cursor_chain_check CHECK ((chain = ANY (ARRAY['BSC'::text, 'TRON'::text]))),
  CONSTRAINT chain_cursor_check CHECK (((halted_at IS NULL) = (halted_reason IS NULL))),
  CONSTRAINT chain_cursor_genesis_check CHECK ((octet_length(genesis) = 32)),
  CONSTRAINT chain_cursor_kind_check CHECK ((kind = ANY (ARRAY['main'::text, 'audit'::text]))),
  CONSTRAINT chain_cursor_next_block_check CHECK ((next_block >= 0)),
  CONSTRAINT chain_cursor_span_check CHECK ((span > 0)),
  CONSTRAINT chain_cursor_pkey PRIMARY KEY (chain, token, kind)
);
COMMENT ON TABLE chain_cursor IS 'kept: one row for each thing that there is';
GRANT INSERT, SELECT, UPDATE ON chain_cursor TO trellis_app;

CREATE TABLE chain_fault (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  chain text NOT NULL,
  block bigint NOT NULL,
  transaction text NOT NULL,
  log_index text NOT NULL,
  log text NOT NULL,
  reason text NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  closed_at timestamp with time zone,
  closed_by text,
  closed_reason text,
  last_block bigint,
  look_asked_by text,
  look_asked_at timestamp with time zone,
  looked_at timestamp with time zone,
  finding text,
  deposit bigint,
  CONSTRAINT chain_fault_asked CHECK ((num_nulls(look_asked_by, look_asked_at) = ANY (ARRAY[0, 2]))),
  CONSTRAINT chain_fault_block_check CHECK ((block >= 0)),
  CONSTRAINT chain_fault_blocks CHECK ((last_block >= block)),
  CONSTRAINT chain_fault_chain_check CHECK ((chain = ANY (ARRAY['BSC'::text, 'TRON'::text]))),
  CONSTRAINT chain_fault_check CHECK ((num_nulls(closed_at, closed_by, closed_reason) = ANY (ARRAY[0, 3]))),
  CONSTRAINT chain_fault_closed_reason_check CHECK ((closed_reason ~ '[^[:space:]]'::text)),
  CONSTRAINT chain_fault_deposit CHECK (((deposit IS NULL) OR (closed_at IS NOT NULL))),
  CONSTRAINT chain_fault_finding_check CHECK ((finding = ANY (ARRAY['unreadable'::text, 'absent'::text, 'notKept'::text]))),
  CONSTRAINT chain_fault_look_asked_by_check CHECK ((look_asked_by ~ '^[a-z]+:.'::text)),
  CONSTRAINT chain_fault_looked CHECK ((num_nulls(looked_at, finding) = ANY (ARRAY[0, 2]))),
  CONSTRAINT chain_fault_reason_check CHECK ((reason ~ '[^[:space:]]'::text)),
  CONSTRAINT chain_fault_deposit_fkey FOREIGN KEY (deposit) REFERENCES deposit_transfer(id),
  CONSTRAINT chain_fault_pkey PRIMARY KEY (id),
  CONSTRAINT chain_fault_chain_transaction_log_index_key UNIQUE (chain, transaction, log_index),
  CONSTRAINT chain_fault_deposit_key UNIQUE (deposit)
);
COMMENT ON TABLE chain_fault IS 'kept: money and its proofs';
CREATE INDEX chain_fault_open ON public.chain_fault USING btree (id) WHERE (closed_at IS NULL);
CREATE TRIGGER chain_fault_fixed BEFORE UPDATE ON public.chain_fault FOR EACH ROW WHEN (((old.closed_at IS NOT NULL) OR ((((((((old.chain IS DISTINCT FROM new.chain) OR (old.block IS DISTINCT FROM new.block)) OR (old.last_block IS DISTINCT FROM new.last_block)) OR (old.transaction IS DISTINCT FROM new.transaction)) OR (old.log_index IS DISTINCT FROM new.log_index)) OR (old.log IS DISTINCT FROM new.log)) OR (old.reason IS DISTINCT FROM new.reason)) OR (old.recorded_at IS DISTINCT FROM new.recorded_at)))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER chain_fault_kept BEFORE DELETE ON public.chain_fault FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER chain_fault_no_truncate BEFORE TRUNCATE ON public.chain_fault FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON chain_fault TO trellis_app;
GRANT UPDATE (look_asked_by, look_asked_at, looked_at, finding) ON chain_fault TO trellis_app;

CREATE TABLE checked_backup (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  taken_at timestamp with time zone NOT NULL,
  checked_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  place text NOT NULL,
  bytes bigint NOT NULL,
  sha256 bytea NOT NULL,
  seal bigint,
  seal_digest bytea,
  seconds integer NOT NULL,
  CONSTRAINT checked_backup_bytes_check CHECK ((bytes > 0)),
  CONSTRAINT checked_backup_place_check CHECK ((place <> ''::text)),
  CONSTRAINT checked_backup_seconds_check CHECK ((seconds >= 0)),
  CONSTRAINT checked_backup_sha256_check CHECK ((octet_length(sha256) = 32)),
  CONSTRAINT checked_backup_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE checked_backup IS 'kept: a row for each backup, a few a day';
GRANT SELECT ON checked_backup TO trellis_app;

CREATE TABLE coverage_day (
  day date NOT NULL,
  lowest bigint NOT NULL,
  last bigint NOT NULL,
  last_at timestamp with time zone NOT NULL,
  CONSTRAINT coverage_day_check CHECK ((last >= lowest)),
  CONSTRAINT coverage_day_check1 CHECK ((((last_at AT TIME ZONE 'UTC'::text))::date = day)),
  CONSTRAINT coverage_day_pkey PRIMARY KEY (day)
);
GRANT INSERT, SELECT, UPDATE ON coverage_day TO trellis_app;

CREATE TABLE denied_address (
  chain text NOT NULL,
  address text NOT NULL,
  reason text NOT NULL,
  CONSTRAINT denied_address_chain_check CHECK ((chain = ANY (ARRAY['BSC'::text, 'TRON'::text, 'BTC'::text]))),
  CONSTRAINT denied_address_reason_check CHECK ((reason = ANY (ARRAY['token'::text, 'custody'::text, 'other'::text]))),
  CONSTRAINT denied_address_pkey PRIMARY KEY (chain, address)
);
COMMENT ON TABLE denied_address IS 'kept: who there is, and what is theirs';
GRANT INSERT, SELECT ON denied_address TO trellis_app;

CREATE TABLE deposit_address (
  member_id bigint NOT NULL,
  chain text NOT NULL,
  derivation_index integer NOT NULL,
  address text NOT NULL,
  account bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  verified_at timestamp with time zone,
  CONSTRAINT deposit_address_account_check CHECK ((octet_length(account) = 20)),
  CONSTRAINT deposit_address_chain_check CHECK ((chain = ANY (ARRAY['BSC'::text, 'TRON'::text]))),
  CONSTRAINT deposit_address_derivation_index_check CHECK ((derivation_index > 0)),
  CONSTRAINT deposit_address_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  CONSTRAINT deposit_address_pkey PRIMARY KEY (member_id, chain),
  CONSTRAINT deposit_address_chain_account_key UNIQUE (chain, account),
  CONSTRAINT deposit_address_chain_address_key UNIQUE (chain, address),
  CONSTRAINT deposit_address_chain_derivation_index_key UNIQUE (chain, derivation_index)
);
COMMENT ON TABLE deposit_address IS 'kept: who there is, and what is theirs';
GRANT INSERT, SELECT ON deposit_address TO trellis_app;
GRANT UPDATE (verified_at) ON deposit_address TO trellis_app;

CREATE TABLE deposit_preview (
  chain text NOT NULL,
  transaction bytea NOT NULL,
  log_index integer NOT NULL,
  block bigint NOT NULL,
  block_time timestamp with time zone NOT NULL,
  member_id bigint NOT NULL,
  usdt bigint NOT NULL,
  CONSTRAINT deposit_preview_pkey PRIMARY KEY (chain, transaction, log_index)
);
COMMENT ON TABLE deposit_preview IS 'kept: emptied by who reads it';
CREATE INDEX deposit_preview_member ON public.deposit_preview USING btree (member_id);
GRANT DELETE, INSERT, SELECT ON deposit_preview TO trellis_app;

CREATE TABLE deposit_transfer (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  chain text NOT NULL,
  token bytea NOT NULL,
  transaction bytea NOT NULL,
  ordinal integer NOT NULL,
  block bigint NOT NULL,
  block_hash bytea NOT NULL,
  block_time timestamp with time zone NOT NULL,
  sender bytea NOT NULL,
  account bytea NOT NULL,
  member_id bigint NOT NULL,
  units numeric(78,0) NOT NULL,
  usdt bigint NOT NULL,
  usd bigint,
  fee bigint,
  rate bigint,
  minimum bigint NOT NULL,
  state text NOT NULL,
  journal uuid,
  recorded_at timestamp with time zone NOT NULL,
  credited_at timestamp with time zone,
  reason text,
  priced_at timestamp with time zone,
  CONSTRAINT deposit_transfer_block_hash_check CHECK ((octet_length(block_hash) = 32)),
  CONSTRAINT deposit_transfer_chain_check CHECK ((chain = ANY (ARRAY['BSC'::text, 'TRON'::text]))),
  CONSTRAINT deposit_transfer_check1 CHECK ((((state = 'credited'::text) = (journal IS NOT NULL)) AND ((journal IS NULL) = (credited_at IS NULL)))),
  CONSTRAINT deposit_transfer_fee_check CHECK ((fee >= 0)),
  CONSTRAINT deposit_transfer_ordinal_check CHECK ((ordinal >= 0)),
  CONSTRAINT deposit_transfer_priced CHECK (((priced_at IS NULL) OR (rate IS NOT NULL))),
  CONSTRAINT deposit_transfer_reason CHECK (((state <> 'suspense'::text) OR (reason IS NOT NULL))),
  CONSTRAINT deposit_transfer_reason_check CHECK ((reason ~ '[^[:space:]]'::text)),
  CONSTRAINT deposit_transfer_sender_check CHECK ((octet_length(sender) = 20)),
  CONSTRAINT deposit_transfer_state_check CHECK ((state = ANY (ARRAY['credited'::text, 'below_minimum'::text, 'held_unverified'::text, 'suspense'::text, 'returning'::text, 'returned'::text]))),
  CONSTRAINT deposit_transfer_token_check CHECK ((octet_length(token) = 20)),
  CONSTRAINT deposit_transfer_transaction_check CHECK ((octet_length(transaction) = 32)),
  CONSTRAINT deposit_transfer_units_check CHECK ((units > (0)::numeric)),
  CONSTRAINT deposit_transfer_usd_check CHECK ((usd > 0)),
  CONSTRAINT deposit_transfer_usdt_check CHECK ((usdt >= 0)),
  CONSTRAINT deposit_transfer_valued CHECK ((((state = ANY (ARRAY['below_minimum'::text, 'suspense'::text, 'returning'::text, 'returned'::text])) = (usd IS NULL)) AND ((usd IS NULL) = (rate IS NULL)) AND ((usd IS NULL) = (fee IS NULL)))),
  CONSTRAINT deposit_transfer_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  CONSTRAINT deposit_transfer_rate_fkey FOREIGN KEY (rate) REFERENCES market_rate(id),
  CONSTRAINT deposit_transfer_pkey PRIMARY KEY (id),
  CONSTRAINT deposit_transfer_chain_transaction_ordinal_key UNIQUE (chain, transaction, ordinal)
);
COMMENT ON TABLE deposit_transfer IS 'kept: money and its proofs';
CREATE INDEX deposit_transfer_chain ON public.deposit_transfer USING btree (chain, id);
CREATE INDEX deposit_transfer_member ON public.deposit_transfer USING btree (member_id, id DESC);
CREATE INDEX deposit_transfer_suspense ON public.deposit_transfer USING btree (state, id DESC) WHERE (state <> 'credited'::text);
CREATE TRIGGER deposit_transfer_kept BEFORE DELETE ON public.deposit_transfer FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER deposit_transfer_lifecycle BEFORE INSERT OR UPDATE ON public.deposit_transfer FOR EACH ROW EXECUTE FUNCTION guard_lifecycle('deposit', 'state');
CREATE TRIGGER deposit_transfer_no_truncate BEFORE TRUNCATE ON public.deposit_transfer FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON deposit_transfer TO trellis_app;
GRANT UPDATE (state, journal, credited_at) ON deposit_transfer TO trellis_app;

CREATE TABLE exchange_pair (
  from_unit text NOT NULL,
  to_unit text NOT NULL,
  from_code smallint NOT NULL,
  from_system smallint NOT NULL,
  from_rounding smallint NOT NULL,
  to_code smallint NOT NULL,
  to_system smallint NOT NULL,
  to_fee smallint NOT NULL,
  CONSTRAINT exchange_pair_from_code_fkey FOREIGN KEY (from_code) REFERENCES account_kind(code),
  CONSTRAINT exchange_pair_from_rounding_fkey FOREIGN KEY (from_rounding) REFERENCES account_kind(code),
  CONSTRAINT exchange_pair_from_system_fkey FOREIGN KEY (from_system) REFERENCES account_kind(code),
  CONSTRAINT exchange_pair_to_code_fkey FOREIGN KEY (to_code) REFERENCES account_kind(code),
  CONSTRAINT exchange_pair_to_fee_fkey FOREIGN KEY (to_fee) REFERENCES account_kind(code),
  CONSTRAINT exchange_pair_to_system_fkey FOREIGN KEY (to_system) REFERENCES account_kind(code),
  CONSTRAINT exchange_pair_pkey PRIMARY KEY (from_unit, to_unit)
);
COMMENT ON TABLE exchange_pair IS 'kept: what was decided, and by whom';
GRANT SELECT ON exchange_pair TO trellis_app;

CREATE TABLE exchange_quote (
  owner bigint NOT NULL,
  id uuid NOT NULL,
  from_unit text NOT NULL,
  to_unit text NOT NULL,
  numerator bigint NOT NULL,
  denominator bigint NOT NULL,
  given bigint NOT NULL,
  needed bigint NOT NULL,
  fee bigint NOT NULL,
  credit bigint NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  consumed_by uuid,
  CONSTRAINT exchange_quote_check CHECK (((needed >= 0) AND (needed <= given))),
  CONSTRAINT exchange_quote_credit_check CHECK ((credit >= 0)),
  CONSTRAINT exchange_quote_fee_check CHECK ((fee >= 0)),
  CONSTRAINT exchange_quote_given_check CHECK ((given > 0)),
  CONSTRAINT exchange_quote_pkey PRIMARY KEY (owner, id),
  CONSTRAINT exchange_quote_consumed_by_key UNIQUE (consumed_by)
);
CREATE INDEX exchange_quote_expires_at ON public.exchange_quote USING brin (expires_at);
GRANT SELECT ON exchange_quote TO trellis_app;

CREATE TABLE exchange_quote_deleted (
  journal uuid NOT NULL,
  CONSTRAINT exchange_quote_deleted_pkey PRIMARY KEY (journal)
);
COMMENT ON TABLE exchange_quote_deleted IS 'kept: money and its proofs';
GRANT SELECT ON exchange_quote_deleted TO trellis_app;

CREATE TABLE explained_finding (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  verification bigint NOT NULL,
  approval bigint NOT NULL,
  invariant text NOT NULL,
  found jsonb NOT NULL,
  explained_by text NOT NULL,
  explained_at timestamp with time zone NOT NULL,
  reason text NOT NULL,
  CONSTRAINT explained_finding_reason_check CHECK ((reason ~ '[^[:space:]]'::text)),
  CONSTRAINT explained_finding_approval_fkey FOREIGN KEY (approval) REFERENCES approval(id),
  CONSTRAINT explained_finding_verification_fkey FOREIGN KEY (verification) REFERENCES verification_run(id),
  CONSTRAINT explained_finding_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE explained_finding IS 'kept: what was decided, and by whom';
CREATE TRIGGER explained_finding_append_only BEFORE DELETE OR UPDATE ON public.explained_finding FOR EACH ROW EXECUTE FUNCTION refuse_change();
GRANT SELECT ON explained_finding TO trellis_app;

CREATE TABLE factor_reset (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  member bigint NOT NULL,
  bound_at timestamp with time zone NOT NULL,
  reason text NOT NULL,
  requested_by text NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  approved_by text,
  approved_at timestamp with time zone,
  due_at timestamp with time zone,
  outcome text,
  ended_at timestamp with time zone,
  CONSTRAINT factor_reset_approved_by_check CHECK ((approved_by ~ '^[a-z]+:.'::text)),
  CONSTRAINT factor_reset_check1 CHECK ((num_nulls(approved_by, approved_at, due_at) = ANY (ARRAY[0, 3]))),
  CONSTRAINT factor_reset_check2 CHECK (((outcome IS NULL) = (ended_at IS NULL))),
  CONSTRAINT factor_reset_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'cancelled'::text, 'withdrawn'::text, 'lapsed'::text, 'moot'::text]))),
  CONSTRAINT factor_reset_reason_check CHECK ((reason ~ '[^[:space:]]'::text)),
  CONSTRAINT factor_reset_requested_by_check CHECK ((requested_by ~ '^[a-z]+:.'::text)),
  CONSTRAINT factor_reset_member_fkey FOREIGN KEY (member) REFERENCES member(id),
  CONSTRAINT factor_reset_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE factor_reset IS 'kept: what was decided, and by whom';
CREATE INDEX factor_reset_due ON public.factor_reset USING btree (due_at) WHERE (outcome IS NULL);
CREATE UNIQUE INDEX factor_reset_open ON public.factor_reset USING btree (member) WHERE (outcome IS NULL);
CREATE TRIGGER factor_reset_answered AFTER UPDATE ON public.factor_reset FOR EACH ROW WHEN ((num_nonnulls(new.approved_at, new.ended_at) > 0)) EXECUTE FUNCTION ask_for_factor_reset();
CREATE TRIGGER factor_reset_asked AFTER INSERT ON public.factor_reset FOR EACH ROW EXECUTE FUNCTION ask_for_factor_reset();
CREATE TRIGGER factor_reset_begun BEFORE INSERT ON public.factor_reset FOR EACH ROW WHEN ((num_nonnulls(new.approved_by, new.approved_at, new.due_at) > 0)) EXECUTE FUNCTION check_factor_reset();
CREATE TRIGGER factor_reset_checked BEFORE UPDATE ON public.factor_reset FOR EACH ROW WHEN (((old.approved_by IS NULL) AND (num_nonnulls(new.approved_by, new.approved_at, new.due_at) > 0))) EXECUTE FUNCTION check_factor_reset();
CREATE TRIGGER factor_reset_kept BEFORE DELETE ON public.factor_reset FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER factor_reset_lifecycle BEFORE INSERT OR UPDATE ON public.factor_reset FOR EACH ROW EXECUTE FUNCTION guard_lifecycle('factor_reset', 'outcome', 'open');
CREATE TRIGGER factor_reset_no_truncate BEFORE TRUNCATE ON public.factor_reset FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER factor_reset_once BEFORE UPDATE ON public.factor_reset FOR EACH ROW WHEN (((old.approved_by IS NOT NULL) AND (((new.approved_by IS DISTINCT FROM old.approved_by) OR (new.approved_at IS DISTINCT FROM old.approved_at)) OR (new.due_at IS DISTINCT FROM old.due_at)))) EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON factor_reset TO trellis_app;
GRANT UPDATE (due_at, outcome, ended_at) ON factor_reset TO trellis_app;

CREATE TABLE factor_reset_link (
  token_hash bytea NOT NULL,
  reset bigint NOT NULL,
  CONSTRAINT factor_reset_link_reset_fkey FOREIGN KEY (reset) REFERENCES factor_reset(id),
  CONSTRAINT factor_reset_link_pkey PRIMARY KEY (token_hash)
);
COMMENT ON TABLE factor_reset_link IS 'kept: what was decided, and by whom';
GRANT INSERT, SELECT ON factor_reset_link TO trellis_app;

CREATE TABLE feature_use (
  feature text NOT NULL,
  member bigint NOT NULL,
  last_on date NOT NULL,
  CONSTRAINT feature_use_member_fkey FOREIGN KEY (member) REFERENCES member(id),
  CONSTRAINT feature_use_pkey PRIMARY KEY (feature, member)
);
COMMENT ON TABLE feature_use IS 'kept: forgotten by its own job';
CREATE INDEX feature_use_last ON public.feature_use USING btree (feature, last_on) INCLUDE (member);
GRANT DELETE, INSERT, SELECT, UPDATE ON feature_use TO trellis_app;

CREATE TABLE freeze_link (
  token_hash bytea NOT NULL,
  member_id bigint NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT freeze_link_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  CONSTRAINT freeze_link_pkey PRIMARY KEY (token_hash)
);
GRANT INSERT, SELECT, UPDATE ON freeze_link TO trellis_app;

CREATE TABLE google_binding (
  member_id bigint NOT NULL,
  secret bytea NOT NULL,
  key text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  step bigint,
  recovery bytea[],
  CONSTRAINT google_binding_check CHECK (((step IS NULL) = (recovery IS NULL))),
  CONSTRAINT google_binding_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  CONSTRAINT google_binding_pkey PRIMARY KEY (member_id)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON google_binding TO trellis_app;

CREATE TABLE home (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  server text NOT NULL,
  base text NOT NULL,
  at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  taken_by text NOT NULL,
  reason text NOT NULL,
  CONSTRAINT home_reason_check CHECK ((reason ~ '[^[:space:]]'::text)),
  CONSTRAINT home_taken_by_check CHECK ((taken_by <> ''::text)),
  CONSTRAINT home_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE home IS 'kept: who said that a copy is the product from now on';
CREATE TRIGGER home_append_only BEFORE DELETE OR UPDATE ON public.home FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER home_no_truncate BEFORE TRUNCATE ON public.home FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT ON home TO trellis_app;

CREATE TABLE inquiry (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  member bigint NOT NULL,
  type text NOT NULL,
  record uuid,
  status text DEFAULT 'received'::text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  transaction text,
  CONSTRAINT inquiry_status_check CHECK ((status = ANY (ARRAY['received'::text, 'answered'::text, 'closed'::text]))),
  CONSTRAINT inquiry_transaction_check CHECK ((transaction ~ '^(0x)?[0-9a-f]{64}$'::text)),
  CONSTRAINT inquiry_type_check CHECK ((type = ANY (ARRAY['deposit'::text, 'withdraw'::text, 'stake'::text, 'package'::text, 'team'::text, 'account'::text, 'other'::text]))),
  CONSTRAINT inquiry_member_fkey FOREIGN KEY (member) REFERENCES member(id),
  CONSTRAINT inquiry_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE inquiry IS 'kept: who there is, and what is theirs';
CREATE INDEX inquiry_member ON public.inquiry USING btree (member, id DESC);
CREATE INDEX inquiry_status ON public.inquiry USING btree (status, id);
CREATE INDEX inquiry_waiting ON public.inquiry USING btree (member) WHERE (status = 'received'::text);
CREATE TRIGGER inquiry_bounded BEFORE INSERT ON public.inquiry FOR EACH ROW EXECUTE FUNCTION bound_inquiries();
CREATE TRIGGER inquiry_lifecycle BEFORE INSERT OR UPDATE ON public.inquiry FOR EACH ROW EXECUTE FUNCTION guard_lifecycle('inquiry', 'status');
GRANT INSERT, SELECT ON inquiry TO trellis_app;
GRANT UPDATE (status) ON inquiry TO trellis_app;

CREATE TABLE inquiry_message (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  inquiry bigint NOT NULL,
  author text NOT NULL,
  operator bigint,
  text text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT inquiry_message_author_check CHECK ((author = ANY (ARRAY['member'::text, 'operator'::text]))),
  CONSTRAINT inquiry_message_check CHECK (((operator IS NULL) OR (author = 'operator'::text))),
  CONSTRAINT inquiry_message_text_check CHECK (((text ~ '[^[:space:]]'::text) AND (char_length(text) <= 2000))),
  CONSTRAINT inquiry_message_inquiry_fkey FOREIGN KEY (inquiry) REFERENCES inquiry(id),
  CONSTRAINT inquiry_message_operator_fkey FOREIGN KEY (operator) REFERENCES operator(id),
  CONSTRAINT inquiry_message_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE inquiry_message IS 'kept: who there is, and what is theirs';
CREATE INDEX inquiry_message_answer ON public.inquiry_message USING btree (inquiry, id) WHERE (author = 'operator'::text);
CREATE INDEX inquiry_message_thread ON public.inquiry_message USING btree (inquiry, id);
CREATE TRIGGER inquiry_message_append_only BEFORE DELETE ON public.inquiry_message FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER inquiry_message_bounded BEFORE INSERT ON public.inquiry_message FOR EACH ROW WHEN ((new.author = 'member'::text)) EXECUTE FUNCTION bound_inquiry_messages();
CREATE TRIGGER inquiry_message_fixed BEFORE UPDATE ON public.inquiry_message FOR EACH ROW WHEN (((new.text <> '[erased]'::text) OR ((to_jsonb(old.*) - 'text'::text) <> (to_jsonb(new.*) - 'text'::text)))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER inquiry_message_no_truncate BEFORE TRUNCATE ON public.inquiry_message FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER inquiry_message_not_own BEFORE INSERT ON public.inquiry_message FOR EACH ROW WHEN ((new.operator IS NOT NULL)) EXECUTE FUNCTION refuse_own_answer();
GRANT INSERT, SELECT ON inquiry_message TO trellis_app;

CREATE TABLE invariant (
  place smallint NOT NULL,
  name text NOT NULL,
  sql text NOT NULL,
  recent text,
  CONSTRAINT invariant_pkey PRIMARY KEY (place),
  CONSTRAINT invariant_name_key UNIQUE (name)
);
COMMENT ON TABLE invariant IS 'kept: one row for each invariant';

CREATE TABLE job (
  name text NOT NULL,
  last_done_at timestamp with time zone,
  last_failed_at timestamp with time zone,
  failing_since timestamp with time zone,
  failures integer DEFAULT 0 NOT NULL,
  next_try_at timestamp with time zone,
  last_error text,
  alarmed_at timestamp with time zone,
  CONSTRAINT job_check CHECK (((failures = 0) = (failing_since IS NULL))),
  CONSTRAINT job_check1 CHECK (((failures > 0) OR (alarmed_at IS NULL))),
  CONSTRAINT job_failures_check CHECK ((failures >= 0)),
  CONSTRAINT job_last_error_check CHECK ((last_error ~ '^[A-Za-z0-9_.-]{1,64}$'::text)),
  CONSTRAINT job_name_check CHECK ((name <> ''::text)),
  CONSTRAINT job_pkey PRIMARY KEY (name)
);
COMMENT ON TABLE job IS 'kept: one row for each thing that there is';
GRANT INSERT, SELECT, UPDATE ON job TO trellis_app;

CREATE TABLE journal (
  owner bigint NOT NULL,
  key text NOT NULL,
  id uuid NOT NULL,
  request_hash bytea NOT NULL,
  kind text NOT NULL,
  memo jsonb NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  CONSTRAINT journal_kind_check CHECK (((kind)::journal_kind IS NOT NULL)) NOT VALID,
  CONSTRAINT journal_pkey PRIMARY KEY (owner, key)
);
COMMENT ON TABLE journal IS 'kept: money and its proofs';
CREATE INDEX journal_id ON public.journal USING btree (id);
CREATE INDEX journal_recorded_at ON public.journal USING brin (recorded_at) WITH (pages_per_range='32', autosummarize='on');
CREATE TRIGGER journal_append_only BEFORE DELETE OR UPDATE ON public.journal FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER journal_no_truncate BEFORE TRUNCATE ON public.journal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT ON journal TO trellis_app;

CREATE TABLE journal_reversal (
  owner bigint NOT NULL,
  journal uuid NOT NULL,
  reversed_by uuid NOT NULL,
  CONSTRAINT journal_reversal_pkey PRIMARY KEY (owner, journal),
  CONSTRAINT journal_reversal_reversed_by_key UNIQUE (reversed_by)
);
COMMENT ON TABLE journal_reversal IS 'kept: money and its proofs';
CREATE TRIGGER journal_reversal_append_only BEFORE DELETE OR UPDATE ON public.journal_reversal FOR EACH ROW EXECUTE FUNCTION refuse_change();
GRANT SELECT ON journal_reversal TO trellis_app;

CREATE TABLE journal_seal (
  number bigint NOT NULL,
  up_to timestamp with time zone NOT NULL,
  journals integer NOT NULL,
  sealed_at timestamp with time zone NOT NULL,
  digest bytea NOT NULL,
  CONSTRAINT journal_seal_digest_check CHECK ((length(digest) = 32)),
  CONSTRAINT journal_seal_journals_check CHECK ((journals > 0)),
  CONSTRAINT journal_seal_number_check CHECK ((number > 0)),
  CONSTRAINT journal_seal_pkey PRIMARY KEY (number)
);
COMMENT ON TABLE journal_seal IS 'kept: money and its proofs';
CREATE TRIGGER journal_seal_append_only BEFORE DELETE OR UPDATE ON public.journal_seal FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER journal_seal_no_truncate BEFORE TRUNCATE ON public.journal_seal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT ON journal_seal TO trellis_app;

CREATE TABLE login_failure (
  subject text NOT NULL,
  failures integer NOT NULL,
  window_start timestamp with time zone NOT NULL,
  blocked_until timestamp with time zone,
  CONSTRAINT login_failure_pkey PRIMARY KEY (subject)
);
GRANT INSERT, SELECT, UPDATE ON login_failure TO trellis_app;

CREATE TABLE mailed_code (
  purpose text NOT NULL,
  email_key text NOT NULL,
  asker text NOT NULL,
  network text NOT NULL,
  mac bytea NOT NULL,
  tries_left smallint NOT NULL,
  foreign_tries_left smallint NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  verified_at timestamp with time zone,
  ticket_hash bytea,
  browser_hash bytea,
  consumed_at timestamp with time zone,
  sent_day date NOT NULL,
  sent_count smallint NOT NULL,
  CONSTRAINT mailed_code_foreign_tries_left_check CHECK ((foreign_tries_left >= 0)),
  CONSTRAINT mailed_code_tries_left_check CHECK ((tries_left >= 0)),
  CONSTRAINT mailed_code_pkey PRIMARY KEY (purpose, email_key, asker)
);
CREATE INDEX mailed_code_ticket ON public.mailed_code USING btree (ticket_hash) WHERE (ticket_hash IS NOT NULL);
GRANT INSERT, SELECT, UPDATE ON mailed_code TO trellis_app;

CREATE TABLE market_rate (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  pair smallint NOT NULL,
  numerator bigint NOT NULL,
  denominator bigint NOT NULL,
  source text NOT NULL,
  set_by text NOT NULL,
  set_at timestamp with time zone NOT NULL,
  requested_from timestamp with time zone NOT NULL,
  jumps boolean NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  approved_by text,
  approved_at timestamp with time zone,
  during tstzrange,
  reason text,
  CONSTRAINT market_rate_approved_by_check CHECK ((approved_by <> ''::text)),
  CONSTRAINT market_rate_check CHECK (((approved_by IS NULL) = (approved_at IS NULL))),
  CONSTRAINT market_rate_check1 CHECK (((approved_by IS NULL) OR jumps)),
  CONSTRAINT market_rate_check2 CHECK (((during IS NULL) OR (NOT jumps) OR (approved_by IS NOT NULL))),
  CONSTRAINT market_rate_denominator_check CHECK ((denominator > 0)),
  CONSTRAINT market_rate_numerator_check CHECK ((numerator > 0)),
  CONSTRAINT market_rate_reason_check CHECK ((reason ~ '[^[:space:]]'::text)),
  CONSTRAINT market_rate_set_by_check CHECK ((set_by <> ''::text)),
  CONSTRAINT market_rate_source_check CHECK ((source ~ '[^[:space:]]'::text)),
  CONSTRAINT market_rate_pair_fkey FOREIGN KEY (pair) REFERENCES rate_pair(id),
  CONSTRAINT market_rate_pkey PRIMARY KEY (id),
  CONSTRAINT market_rate_one_at_a_time EXCLUDE USING gist (int4range((pair)::integer, (pair)::integer, '[]'::text) WITH =, during WITH &&)
);
COMMENT ON TABLE market_rate IS 'kept: what was decided, and by whom';
CREATE TRIGGER market_rate_asked AFTER INSERT ON public.market_rate FOR EACH ROW WHEN (new.jumps) EXECUTE FUNCTION ask_for_market_rate();
CREATE TRIGGER market_rate_fixed BEFORE UPDATE ON public.market_rate FOR EACH ROW WHEN ((((((((((old.pair IS DISTINCT FROM new.pair) OR (old.numerator IS DISTINCT FROM new.numerator)) OR (old.denominator IS DISTINCT FROM new.denominator)) OR (old.source IS DISTINCT FROM new.source)) OR (old.set_by IS DISTINCT FROM new.set_by)) OR (old.set_at IS DISTINCT FROM new.set_at)) OR (old.reason IS DISTINCT FROM new.reason)) OR (old.jumps IS DISTINCT FROM new.jumps)) OR ((old.during IS NOT NULL) AND (lower(new.during) IS DISTINCT FROM lower(old.during)) AND (NOT isempty(new.during))))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER market_rate_kept BEFORE DELETE ON public.market_rate FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER market_rate_no_truncate BEFORE TRUNCATE ON public.market_rate FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT ON market_rate TO trellis_app;

CREATE TABLE member (
  id bigint NOT NULL,
  username text NOT NULL,
  username_key text NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  password_hash text NOT NULL,
  language text NOT NULL,
  invitation_code text NOT NULL,
  suspended_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  terms_agreed bigint DEFAULT 0 NOT NULL,
  google_secret bytea,
  google_key text,
  google_step bigint DEFAULT 0 NOT NULL,
  google_bound_at timestamp with time zone,
  guesses smallint DEFAULT 0 NOT NULL,
  locked_until timestamp with time zone,
  lock_cause text,
  frozen_at timestamp with time zone,
  anti_phishing_code text,
  time_zone text,
  country text,
  erased_at timestamp with time zone,
  CONSTRAINT member_check CHECK ((username_key = lower(username))),
  CONSTRAINT member_check1 CHECK ((email_key = lower(email))),
  CONSTRAINT member_check2 CHECK ((((google_secret IS NULL) = (google_bound_at IS NULL)) AND ((google_secret IS NULL) = (google_key IS NULL)))),
  CONSTRAINT member_check3 CHECK (((locked_until IS NULL) = (lock_cause IS NULL))),
  CONSTRAINT member_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT member_erased CHECK (((erased_at IS NULL) OR ((num_nonnulls(google_secret, anti_phishing_code, time_zone, country) = 0) AND (email = (username || '@erased.invalid'::text))))),
  CONSTRAINT member_language_check CHECK ((language = ANY (ARRAY['en'::text, 'jp'::text, 'zh'::text, 'ko'::text]))),
  CONSTRAINT member_id_fkey FOREIGN KEY (id) REFERENCES tree_node(id),
  CONSTRAINT member_pkey PRIMARY KEY (id),
  CONSTRAINT member_email_unique UNIQUE (email_key),
  CONSTRAINT member_invitation_unique UNIQUE (invitation_code),
  CONSTRAINT member_username_unique UNIQUE (username_key)
);
COMMENT ON TABLE member IS 'kept: who there is, and what is theirs';
CREATE INDEX member_country ON public.member USING btree (country) WHERE (country IS NOT NULL);
CREATE INDEX member_username_prefix ON public.member USING btree (username_key text_pattern_ops);
CREATE TRIGGER member_username_skeleton AFTER INSERT OR UPDATE OF username_key ON public.member FOR EACH ROW EXECUTE FUNCTION note_username_skeleton();
GRANT INSERT, SELECT, UPDATE ON member TO trellis_app;

CREATE TABLE member_device (
  member_id bigint NOT NULL,
  token_hash bytea NOT NULL,
  user_agent text NOT NULL,
  first_seen_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  CONSTRAINT member_device_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  CONSTRAINT member_device_pkey PRIMARY KEY (member_id, token_hash)
);
CREATE INDEX member_device_token ON public.member_device USING btree (token_hash, last_seen_at);
GRANT INSERT, SELECT, UPDATE ON member_device TO trellis_app;

CREATE TABLE member_suspension (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  member bigint NOT NULL,
  cause text NOT NULL,
  reason text NOT NULL,
  suspended_by text NOT NULL,
  suspended_at timestamp with time zone NOT NULL,
  restore_reason text,
  restored_by text,
  restored_at timestamp with time zone,
  CONSTRAINT member_suspension_cause_check CHECK ((cause <> ''::text)),
  CONSTRAINT member_suspension_check CHECK ((restored_at >= suspended_at)),
  CONSTRAINT member_suspension_check1 CHECK ((num_nulls(restore_reason, restored_by, restored_at) = ANY (ARRAY[0, 3]))),
  CONSTRAINT member_suspension_reason_check CHECK ((reason ~ '[^[:space:]]'::text)),
  CONSTRAINT member_suspension_restore_reason_check CHECK ((restore_reason ~ '[^[:space:]]'::text)),
  CONSTRAINT member_suspension_restored_by_check CHECK ((restored_by <> ''::text)),
  CONSTRAINT member_suspension_suspended_by_check CHECK ((suspended_by <> ''::text)),
  CONSTRAINT member_suspension_member_fkey FOREIGN KEY (member) REFERENCES member(id),
  CONSTRAINT member_suspension_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE member_suspension IS 'kept: what was decided, and by whom';
CREATE INDEX member_suspension_member ON public.member_suspension USING btree (member, id DESC);
CREATE UNIQUE INDEX member_suspension_open ON public.member_suspension USING btree (member) WHERE (restored_at IS NULL);
CREATE TRIGGER member_suspension_kept BEFORE DELETE ON public.member_suspension FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER member_suspension_no_truncate BEFORE TRUNCATE ON public.member_suspension FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER member_suspension_not_own BEFORE INSERT OR UPDATE ON public.member_suspension FOR EACH ROW EXECUTE FUNCTION refuse_own_account();
CREATE TRIGGER member_suspension_once BEFORE UPDATE ON public.member_suspension FOR EACH ROW WHEN ((old.restored_at IS NOT NULL)) EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON member_suspension TO trellis_app;
GRANT UPDATE (restore_reason, restored_by, restored_at) ON member_suspension TO trellis_app;

CREATE TABLE migration (
  name text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT migration_pkey PRIMARY KEY (name)
);
COMMENT ON TABLE migration IS 'kept: one row for each thing that there is';
GRANT SELECT ON migration TO trellis_app;

CREATE TABLE money_hold (
  owner bigint NOT NULL,
  id uuid NOT NULL,
  source bigint NOT NULL,
  pending bigint NOT NULL,
  amount bigint NOT NULL,
  state text NOT NULL,
  settled bigint DEFAULT 0 NOT NULL,
  ended_by uuid,
  stake uuid,
  CONSTRAINT money_hold_amount_check CHECK ((amount > 0)),
  CONSTRAINT money_hold_check CHECK (((settled >= 0) AND (settled <= amount))),
  CONSTRAINT money_hold_check1 CHECK (((state = 'open'::text) = (ended_by IS NULL))),
  CONSTRAINT money_hold_check2 CHECK (((state = 'settled'::text) = (settled > 0))),
  CONSTRAINT money_hold_state_check CHECK ((state = ANY (ARRAY['open'::text, 'settled'::text, 'released'::text]))),
  CONSTRAINT money_hold_stake_fkey FOREIGN KEY (stake) REFERENCES stake(id),
  CONSTRAINT money_hold_pkey PRIMARY KEY (owner, id)
);
COMMENT ON TABLE money_hold IS 'kept: money and its proofs';
CREATE INDEX money_hold_open ON public.money_hold USING btree (pending) WHERE (state = 'open'::text);
GRANT SELECT ON money_hold TO trellis_app;

CREATE TABLE notice (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  member bigint NOT NULL,
  kind text NOT NULL,
  template text NOT NULL,
  params jsonb NOT NULL,
  link text,
  journal uuid,
  created_at timestamp with time zone NOT NULL,
  read_at timestamp with time zone,
  CONSTRAINT notice_kind_check CHECK ((kind = ANY (ARRAY['money'::text, 'stake'::text, 'team'::text, 'security'::text, 'system'::text]))),
  CONSTRAINT notice_link_check CHECK ((link ~ '^/([^/\\]|$)'::text)),
  CONSTRAINT notice_params_check CHECK ((jsonb_typeof(params) = 'object'::text)),
  CONSTRAINT notice_template_check CHECK ((template <> ''::text)),
  CONSTRAINT notice_member_fkey FOREIGN KEY (member) REFERENCES member(id),
  CONSTRAINT notice_pkey PRIMARY KEY (id)
);
CREATE INDEX notice_created_at ON public.notice USING brin (created_at);
CREATE UNIQUE INDEX notice_journal ON public.notice USING btree (journal, member) WHERE (journal IS NOT NULL);
CREATE INDEX notice_member ON public.notice USING btree (member, id DESC);
CREATE INDEX notice_unread ON public.notice USING btree (member) WHERE (read_at IS NULL);
CREATE TRIGGER notice_push AFTER INSERT ON public.notice REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION push_notices();
GRANT INSERT, SELECT ON notice TO trellis_app;
GRANT UPDATE (read_at) ON notice TO trellis_app;

CREATE TABLE notice_mark (
  source text NOT NULL,
  up_to timestamp with time zone NOT NULL,
  looked_to timestamp with time zone NOT NULL,
  CONSTRAINT notice_mark_pkey PRIMARY KEY (source)
);
COMMENT ON TABLE notice_mark IS 'kept: one row for each thing that there is';

CREATE TABLE operator (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  roles text[] NOT NULL,
  password_hash text,
  totp_secret bytea,
  totp_key text,
  totp_step bigint DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  enrolled_at timestamp with time zone,
  suspended_at timestamp with time zone,
  new_roles text[] DEFAULT '{}'::text[] NOT NULL,
  new_until timestamp with time zone,
  CONSTRAINT operator_check CHECK (((enrolled_at IS NULL) OR (num_nulls(password_hash, totp_secret, totp_key) = 0))),
  CONSTRAINT operator_name_check CHECK ((name ~ '^[a-z][a-z0-9.-]{1,31}$'::text)),
  CONSTRAINT operator_roles_check CHECK (((cardinality(roles) > 0) AND (roles <@ ARRAY['viewer'::text, 'support'::text, 'reviewer'::text, 'treasurer'::text, 'releases'::text, 'auditor'::text, 'admin'::text]))),
  CONSTRAINT operator_pkey PRIMARY KEY (id),
  CONSTRAINT operator_name_unique UNIQUE (name)
);
COMMENT ON TABLE operator IS 'kept: who there is, and what is theirs';
CREATE TRIGGER operator_approvals_void AFTER UPDATE OF suspended_at, roles ON public.operator FOR EACH ROW WHEN ((((old.suspended_at IS NULL) AND (new.suspended_at IS NOT NULL)) OR (NOT (new.roles @> old.roles)))) EXECUTE FUNCTION void_approvals();
CREATE TRIGGER operator_guarded BEFORE UPDATE ON public.operator FOR EACH ROW EXECUTE FUNCTION guard_operator();
GRANT SELECT ON operator TO trellis_app;
GRANT UPDATE (password_hash, totp_secret, totp_key, totp_step, enrolled_at) ON operator TO trellis_app;

CREATE TABLE operator_enrolment (
  token_hash bytea NOT NULL,
  operator_id bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  opened_at timestamp with time zone,
  tries_left smallint DEFAULT 5 NOT NULL,
  ended_at timestamp with time zone,
  word_hash bytea,
  CONSTRAINT operator_enrolment_tries_left_check CHECK ((tries_left >= 0)),
  CONSTRAINT operator_enrolment_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  CONSTRAINT operator_enrolment_pkey PRIMARY KEY (token_hash)
);
CREATE UNIQUE INDEX operator_enrolment_open ON public.operator_enrolment USING btree (operator_id) WHERE (ended_at IS NULL);
CREATE TRIGGER operator_enrolment_ended BEFORE UPDATE ON public.operator_enrolment FOR EACH ROW WHEN ((old.ended_at IS NOT NULL)) EXECUTE FUNCTION refuse_change();
GRANT SELECT ON operator_enrolment TO trellis_app;
GRANT UPDATE (opened_at, tries_left, ended_at) ON operator_enrolment TO trellis_app;

CREATE TABLE operator_member (
  operator bigint NOT NULL,
  member bigint NOT NULL,
  declared_at timestamp with time zone NOT NULL,
  CONSTRAINT operator_member_member_fkey FOREIGN KEY (member) REFERENCES member(id),
  CONSTRAINT operator_member_operator_fkey FOREIGN KEY (operator) REFERENCES operator(id),
  CONSTRAINT operator_member_pkey PRIMARY KEY (operator, member)
);
COMMENT ON TABLE operator_member IS 'kept: what was decided, and by whom';
CREATE INDEX operator_member_of ON public.operator_member USING btree (member);
GRANT SELECT ON operator_member TO trellis_app;

CREATE TABLE operator_session (
  token_hash bytea NOT NULL,
  operator_id bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  user_agent text NOT NULL,
  network text DEFAULT ''::text NOT NULL,
  CONSTRAINT operator_session_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  CONSTRAINT operator_session_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX operator_session_operator ON public.operator_session USING btree (operator_id);
GRANT INSERT, SELECT, UPDATE ON operator_session TO trellis_app;

CREATE TABLE outbox_mail (
  id uuid NOT NULL,
  recipient text NOT NULL,
  template text NOT NULL,
  language text NOT NULL,
  params jsonb,
  created_at timestamp with time zone NOT NULL,
  attempts smallint DEFAULT 0 NOT NULL,
  due_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone,
  last_error text,
  dead_at timestamp with time zone,
  dropped_at timestamp with time zone,
  priority smallint DEFAULT 2 NOT NULL,
  CONSTRAINT outbox_mail_dead CHECK (((dead_at IS NULL) OR ((sent_at IS NULL) AND (due_at = 'infinity'::timestamp with time zone)))),
  CONSTRAINT outbox_mail_dropped CHECK (((dropped_at IS NULL) OR ((dead_at IS NOT NULL) AND (params IS NULL)))),
  CONSTRAINT outbox_mail_last_error_check CHECK ((last_error ~ '^[A-Za-z0-9_.-]{1,64}$'::text)),
  CONSTRAINT outbox_mail_priority CHECK ((priority = ANY (ARRAY[0, 1, 2]))),
  CONSTRAINT outbox_mail_pkey PRIMARY KEY (id)
);
CREATE INDEX outbox_mail_created_at ON public.outbox_mail USING brin (created_at);
CREATE INDEX outbox_mail_dead_at ON public.outbox_mail USING btree (dead_at, id) WHERE ((dead_at IS NOT NULL) AND (dropped_at IS NULL));
CREATE INDEX outbox_mail_next ON public.outbox_mail USING btree (priority, due_at) WHERE ((sent_at IS NULL) AND (dead_at IS NULL));
CREATE INDEX outbox_mail_put_off ON public.outbox_mail USING btree (created_at) WHERE ((sent_at IS NULL) AND (dead_at IS NULL) AND (last_error IS NOT NULL) AND (last_error !~ '^(smtp[.]|address$)'::text));
GRANT INSERT, SELECT, UPDATE ON outbox_mail TO trellis_app;

CREATE TABLE outbox_push (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  subscription uuid NOT NULL,
  notice bigint NOT NULL,
  priority smallint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
  attempts smallint DEFAULT 0 NOT NULL,
  CONSTRAINT outbox_push_priority_check CHECK ((priority = ANY (ARRAY[1, 2, 3]))),
  CONSTRAINT outbox_push_pkey PRIMARY KEY (id)
);
CREATE INDEX outbox_push_created_at ON public.outbox_push USING brin (created_at);
CREATE INDEX outbox_push_next ON public.outbox_push USING btree (priority, due_at);
GRANT DELETE, SELECT, UPDATE ON outbox_push TO trellis_app;

CREATE TABLE package (
  id uuid NOT NULL,
  member bigint NOT NULL,
  plan_type text NOT NULL,
  level text NOT NULL,
  price bigint NOT NULL,
  rp bigint NOT NULL,
  reward bigint NOT NULL,
  apr_ppm integer NOT NULL,
  loops smallint NOT NULL,
  loop_days smallint NOT NULL,
  started_at timestamp with time zone NOT NULL,
  start_day date NOT NULL,
  bought_by uuid NOT NULL,
  cancel_days smallint DEFAULT 0 NOT NULL,
  counted_at timestamp with time zone GENERATED ALWAYS AS (
CASE cancel_days
    WHEN 0 THEN started_at
    ELSE ((((start_day + (cancel_days)::integer) + 1))::timestamp without time zone AT TIME ZONE 'UTC'::text)
END) STORED NOT NULL,
  CONSTRAINT package_apr_ppm_check CHECK ((apr_ppm >= 0)),
  CONSTRAINT package_cancelled_before_it_returns CHECK (((cancel_days >= 0) AND (cancel_days < loop_days))),
  CONSTRAINT package_check CHECK (((rp >= 0) AND (rp <= price))),
  CONSTRAINT package_check1 CHECK ((start_day = ((started_at AT TIME ZONE 'UTC'::text))::date)),
  CONSTRAINT package_loop_days_check CHECK ((loop_days > 0)),
  CONSTRAINT package_loops_check CHECK ((loops > 0)),
  CONSTRAINT package_plan_type_check CHECK ((plan_type = ANY (ARRAY['level'::text, 'custom'::text]))),
  CONSTRAINT package_price_check CHECK ((price > 0)),
  CONSTRAINT package_reward_check CHECK ((reward >= 0)),
  CONSTRAINT package_member_fkey FOREIGN KEY (member) REFERENCES member(id),
  CONSTRAINT package_pkey PRIMARY KEY (id),
  CONSTRAINT package_bought_by_key UNIQUE (bought_by)
);
COMMENT ON TABLE package IS 'kept: money and its proofs';
CREATE INDEX package_cancellable ON public.package USING btree (member, counted_at) WHERE (cancel_days > 0);
CREATE INDEX package_of_member ON public.package USING btree (member, started_at DESC);
CREATE TRIGGER package_append_only BEFORE DELETE OR UPDATE ON public.package FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER package_no_truncate BEFORE TRUNCATE ON public.package FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT ON package TO trellis_app;

CREATE TABLE package_cancellation (
  package uuid NOT NULL,
  cancelled_by uuid NOT NULL,
  cancelled_at timestamp with time zone NOT NULL,
  CONSTRAINT package_cancellation_package_fkey FOREIGN KEY (package) REFERENCES package(id),
  CONSTRAINT package_cancellation_pkey PRIMARY KEY (package),
  CONSTRAINT package_cancellation_cancelled_by_key UNIQUE (cancelled_by)
);
COMMENT ON TABLE package_cancellation IS 'kept: money and its proofs';
CREATE TRIGGER package_cancellation_no_truncate BEFORE TRUNCATE ON public.package_cancellation FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER package_cancellation_stays BEFORE DELETE OR UPDATE ON public.package_cancellation FOR EACH ROW EXECUTE FUNCTION refuse_change();
GRANT SELECT ON package_cancellation TO trellis_app;

CREATE TABLE package_loop (
  package uuid NOT NULL,
  n smallint NOT NULL,
  member bigint NOT NULL,
  due_on date NOT NULL,
  value bigint NOT NULL,
  reward bigint NOT NULL,
  released_by uuid,
  released_at timestamp with time zone,
  cancelled boolean DEFAULT false NOT NULL,
  CONSTRAINT package_loop_check CHECK (((value + reward) > 0)),
  CONSTRAINT package_loop_check1 CHECK (((released_by IS NULL) = (released_at IS NULL))),
  CONSTRAINT package_loop_ends_once CHECK (((NOT cancelled) OR (released_by IS NULL))),
  CONSTRAINT package_loop_n_check CHECK ((n > 0)),
  CONSTRAINT package_loop_reward_check CHECK ((reward >= 0)),
  CONSTRAINT package_loop_value_check CHECK ((value >= 0)),
  CONSTRAINT package_loop_package_fkey FOREIGN KEY (package) REFERENCES package(id),
  CONSTRAINT package_loop_pkey PRIMARY KEY (package, n),
  CONSTRAINT package_loop_released_by_key UNIQUE (released_by)
) WITH (fillfactor=85);
COMMENT ON TABLE package_loop IS 'kept: money and its proofs';
CREATE INDEX package_loop_due ON public.package_loop USING btree (due_on, member, package, n) WHERE ((released_by IS NULL) AND (NOT cancelled));
CREATE INDEX package_loop_locked ON public.package_loop USING btree (member, due_on) WHERE ((released_by IS NULL) AND (NOT cancelled));
CREATE TRIGGER package_loop_changes BEFORE UPDATE ON public.package_loop FOR EACH ROW EXECUTE FUNCTION package_loop_changes();
CREATE TRIGGER package_loop_no_truncate BEFORE TRUNCATE ON public.package_loop FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER package_loop_stays BEFORE DELETE ON public.package_loop FOR EACH ROW EXECUTE FUNCTION refuse_change();
GRANT SELECT ON package_loop TO trellis_app;

CREATE TABLE passkey (
  id text NOT NULL,
  member_id bigint NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT passkey_counter_check CHECK ((counter >= 0)),
  CONSTRAINT passkey_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 40))),
  CONSTRAINT passkey_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  CONSTRAINT passkey_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE passkey IS 'kept: who there is, and what is theirs';
CREATE INDEX passkey_member ON public.passkey USING btree (member_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON passkey TO trellis_app;

CREATE TABLE passkey_challenge (
  digest bytea NOT NULL,
  member_id bigint,
  purpose text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  action text,
  CONSTRAINT passkey_challenge_check CHECK (((purpose <> 'log_in'::text) = (member_id IS NOT NULL))),
  CONSTRAINT passkey_challenge_check1 CHECK (((purpose = 'act'::text) = (action IS NOT NULL))),
  CONSTRAINT passkey_challenge_purpose_check CHECK ((purpose = ANY (ARRAY['add'::text, 'log_in'::text, 'act'::text, 'unlock'::text]))),
  CONSTRAINT passkey_challenge_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  CONSTRAINT passkey_challenge_pkey PRIMARY KEY (digest)
);
CREATE INDEX passkey_challenge_end ON public.passkey_challenge USING btree (expires_at);
GRANT DELETE, INSERT, SELECT ON passkey_challenge TO trellis_app;

CREATE TABLE payout_claim (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  withdrawal uuid NOT NULL,
  claimed_by text NOT NULL,
  claimed_at timestamp with time zone NOT NULL,
  ended_by text,
  ended_at timestamp with time zone,
  CONSTRAINT payout_claim_check CHECK ((num_nulls(ended_by, ended_at) = ANY (ARRAY[0, 2]))),
  CONSTRAINT payout_claim_claimed_by_check CHECK ((claimed_by ~ '^[a-z]+:.'::text)),
  CONSTRAINT payout_claim_withdrawal_fkey FOREIGN KEY (withdrawal) REFERENCES withdrawal(id),
  CONSTRAINT payout_claim_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE payout_claim IS 'kept: money and its proofs';
CREATE UNIQUE INDEX payout_claim_open ON public.payout_claim USING btree (withdrawal) WHERE (ended_at IS NULL);
CREATE TRIGGER payout_claim_kept BEFORE DELETE ON public.payout_claim FOR EACH ROW EXECUTE FUNCTION refuse_change();
GRANT SELECT ON payout_claim TO trellis_app;

CREATE TABLE payout_freeze (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  verification bigint,
  began_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  ended_by text,
  reason text,
  began_by text,
  began_reason text,
  CONSTRAINT payout_freeze_began_by_check CHECK ((began_by ~ '^[a-z]+:.'::text)),
  CONSTRAINT payout_freeze_began_reason_check CHECK ((began_reason ~ '[^[:space:]]'::text)),
  CONSTRAINT payout_freeze_check CHECK ((num_nulls(ended_at, ended_by, reason) = ANY (ARRAY[0, 3]))),
  CONSTRAINT payout_freeze_check1 CHECK (((num_nulls(began_by, began_reason) = ANY (ARRAY[0, 2])) AND (num_nulls(verification, began_by) = 1))),
  CONSTRAINT payout_freeze_reason_check CHECK ((reason ~ '[^[:space:]]'::text)),
  CONSTRAINT payout_freeze_verification_fkey FOREIGN KEY (verification) REFERENCES verification_run(id),
  CONSTRAINT payout_freeze_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE payout_freeze IS 'kept: money and its proofs';
CREATE UNIQUE INDEX payout_freeze_open ON public.payout_freeze USING btree ((true)) WHERE (ended_at IS NULL);
CREATE TRIGGER payout_freeze_ends_once BEFORE UPDATE ON public.payout_freeze FOR EACH ROW WHEN ((old.ended_at IS NOT NULL)) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_freeze_kept BEFORE DELETE ON public.payout_freeze FOR EACH ROW EXECUTE FUNCTION refuse_change();
GRANT SELECT ON payout_freeze TO trellis_app;

CREATE TABLE posting (
  account bigint NOT NULL,
  seq bigint NOT NULL,
  journal uuid NOT NULL,
  amount bigint NOT NULL,
  balance_after bigint NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  CONSTRAINT posting_amount_check CHECK ((amount <> 0)),
  CONSTRAINT posting_pkey PRIMARY KEY (account, seq)
);
COMMENT ON TABLE posting IS 'kept: money and its proofs';
CREATE INDEX posting_recorded_at ON public.posting USING brin (recorded_at) WITH (pages_per_range='32', autosummarize='on');
ALTER TABLE posting ALTER COLUMN journal SET (n_distinct=-0.4);
CREATE TRIGGER posting_append_only BEFORE DELETE OR UPDATE ON public.posting FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER posting_no_truncate BEFORE TRUNCATE ON public.posting FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER posting_payout BEFORE INSERT ON public.posting FOR EACH ROW WHEN (((new.amount > 0) AND (new.account = ANY (ARRAY[(201)::bigint, (211)::bigint])))) EXECUTE FUNCTION refuse_frozen_payout();
GRANT SELECT ON posting TO trellis_app;

CREATE TABLE process (
  id uuid NOT NULL,
  role text NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT process_role_check CHECK ((role <> ''::text)),
  CONSTRAINT process_pkey PRIMARY KEY (id)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON process TO trellis_app;

CREATE TABLE push_subscription (
  id uuid NOT NULL,
  member_id bigint NOT NULL,
  device bytea NOT NULL,
  session bytea NOT NULL,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  vapid_key text NOT NULL,
  kinds text[] NOT NULL,
  in_full boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT push_subscription_auth_check CHECK ((length(auth) = 22)),
  CONSTRAINT push_subscription_endpoint_check CHECK (((length(endpoint) <= 2048) AND (endpoint ~ '^https?://'::text))),
  CONSTRAINT push_subscription_p256dh_check CHECK ((length(p256dh) = 87)),
  CONSTRAINT push_subscription_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  CONSTRAINT push_subscription_pkey PRIMARY KEY (id),
  CONSTRAINT push_subscription_endpoint_key UNIQUE (endpoint),
  CONSTRAINT push_subscription_member_id_device_key UNIQUE (member_id, device)
);
CREATE INDEX push_subscription_device ON public.push_subscription USING btree (device);
CREATE INDEX push_subscription_seen_at ON public.push_subscription USING brin (seen_at);
CREATE INDEX push_subscription_session ON public.push_subscription USING btree (session);
GRANT DELETE, INSERT, SELECT, UPDATE ON push_subscription TO trellis_app;

CREATE TABLE rate_limit (
  key character varying(255) NOT NULL,
  points integer DEFAULT 0 NOT NULL,
  expire bigint,
  CONSTRAINT rate_limit_pkey PRIMARY KEY (key)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON rate_limit TO trellis_app;

CREATE TABLE rate_pair (
  id smallint NOT NULL,
  base text NOT NULL,
  quote text NOT NULL,
  CONSTRAINT rate_pair_pkey PRIMARY KEY (id),
  CONSTRAINT rate_pair_base_quote_key UNIQUE (base, quote)
);
COMMENT ON TABLE rate_pair IS 'kept: what was decided, and by whom';
GRANT SELECT ON rate_pair TO trellis_app;

CREATE TABLE recorded_right (
  object text NOT NULL,
  grantee text NOT NULL,
  privilege text NOT NULL,
  CONSTRAINT recorded_right_pkey PRIMARY KEY (object, grantee, privilege)
);
COMMENT ON TABLE recorded_right IS 'kept: one row for each right';
GRANT SELECT ON recorded_right TO trellis_app;

CREATE TABLE recovery_code (
  member_id bigint NOT NULL,
  digest bytea NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT recovery_code_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  CONSTRAINT recovery_code_pkey PRIMARY KEY (member_id, digest)
);
COMMENT ON TABLE recovery_code IS 'kept: who there is, and what is theirs';
GRANT DELETE, INSERT, SELECT, UPDATE ON recovery_code TO trellis_app;

CREATE TABLE refused_call (
  feature text NOT NULL,
  release text NOT NULL,
  call text NOT NULL,
  refusals bigint NOT NULL,
  first_at timestamp with time zone NOT NULL,
  last_at timestamp with time zone NOT NULL,
  CONSTRAINT refused_call_check CHECK ((last_at >= first_at)),
  CONSTRAINT refused_call_refusals_check CHECK ((refusals > 0)),
  CONSTRAINT refused_call_pkey PRIMARY KEY (feature, release, call)
);
GRANT INSERT, SELECT, UPDATE ON refused_call TO trellis_app;

CREATE TABLE release_error (
  feature text NOT NULL,
  release text NOT NULL,
  member bigint NOT NULL,
  place text NOT NULL,
  screen text NOT NULL,
  message text NOT NULL,
  thrown_at timestamp with time zone NOT NULL,
  CONSTRAINT release_error_message_check CHECK ((length(message) <= 200)),
  CONSTRAINT release_error_place_check CHECK ((length(place) <= 120)),
  CONSTRAINT release_error_screen_check CHECK ((length(screen) <= 120)),
  CONSTRAINT release_error_pkey PRIMARY KEY (feature, release, member, place)
);
COMMENT ON TABLE release_error IS 'kept: forgotten by its own job';
GRANT DELETE, INSERT, SELECT, UPDATE ON release_error TO trellis_app;

CREATE TABLE release_event (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  feature text NOT NULL,
  action text NOT NULL,
  release text,
  share smallint,
  actor text NOT NULL,
  reason text NOT NULL,
  evidence jsonb,
  recorded_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  audit bigint,
  CONSTRAINT release_event_action_check CHECK ((action = ANY (ARRAY['publish'::text, 'activate'::text, 'rollout'::text, 'rollback'::text, 'pin'::text, 'unpin'::text, 'off'::text, 'on'::text, 'floor'::text]))),
  CONSTRAINT release_event_actor_check CHECK ((actor <> ''::text)),
  CONSTRAINT release_event_check CHECK (((action = 'rollout'::text) = (share IS NOT NULL))),
  CONSTRAINT release_event_check1 CHECK (((action = ANY (ARRAY['unpin'::text, 'off'::text, 'on'::text])) = (release IS NULL))),
  CONSTRAINT release_event_reason_check CHECK ((reason <> ''::text)),
  CONSTRAINT release_event_share_check CHECK (((share >= 0) AND (share <= 10000))),
  CONSTRAINT release_event_audit_fkey FOREIGN KEY (audit) REFERENCES audit_event(number),
  CONSTRAINT release_event_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE release_event IS 'kept: what was decided, and by whom';
CREATE INDEX release_event_feature ON public.release_event USING btree (feature, id DESC);
CREATE TRIGGER release_event_append_only BEFORE DELETE OR UPDATE ON public.release_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER release_event_closes_requests AFTER INSERT ON public.release_event FOR EACH ROW WHEN ((new.action = ANY (ARRAY['off'::text, 'on'::text, 'floor'::text]))) EXECUTE FUNCTION close_release_requests();
CREATE TRIGGER release_event_no_truncate BEFORE TRUNCATE ON public.release_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON release_event TO trellis_app;

CREATE TABLE release_first_paint (
  feature text NOT NULL,
  release text NOT NULL,
  day date NOT NULL,
  within_ms integer NOT NULL,
  loads bigint NOT NULL,
  CONSTRAINT release_first_paint_loads_check CHECK ((loads > 0)),
  CONSTRAINT release_first_paint_within_ms_check CHECK ((within_ms > 0)),
  CONSTRAINT release_first_paint_pkey PRIMARY KEY (feature, release, day, within_ms)
);
COMMENT ON TABLE release_first_paint IS 'kept: forgotten by its own job';
GRANT DELETE, INSERT, SELECT, UPDATE ON release_first_paint TO trellis_app;

CREATE TABLE release_load (
  feature text NOT NULL,
  release text NOT NULL,
  member bigint NOT NULL,
  loaded_at timestamp with time zone NOT NULL,
  failed_at timestamp with time zone,
  phase text,
  outcome text,
  network text DEFAULT ''::text NOT NULL,
  painted_at timestamp with time zone,
  CONSTRAINT release_load_check CHECK ((((failed_at IS NULL) = (outcome IS NULL)) AND ((failed_at IS NULL) = (phase IS NULL)))),
  CONSTRAINT release_load_pkey PRIMARY KEY (feature, release, member)
);
COMMENT ON TABLE release_load IS 'kept: forgotten by its own job';
GRANT DELETE, INSERT, SELECT, UPDATE ON release_load TO trellis_app;

CREATE TABLE release_mail_due (
  member bigint NOT NULL,
  day date NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT release_mail_due_member_fkey FOREIGN KEY (member) REFERENCES member(id),
  CONSTRAINT release_mail_due_pkey PRIMARY KEY (member, day)
);
COMMENT ON TABLE release_mail_due IS 'kept: money and its proofs';
CREATE INDEX release_mail_due_at ON public.release_mail_due USING btree (at);
GRANT SELECT ON release_mail_due TO trellis_app;

CREATE TABLE release_use (
  feature text NOT NULL,
  release text NOT NULL,
  member bigint NOT NULL,
  screen text NOT NULL,
  network text NOT NULL,
  begun_at timestamp with time zone NOT NULL,
  done_at timestamp with time zone,
  dead_at timestamp with time zone,
  CONSTRAINT release_use_screen_check CHECK ((length(screen) <= 120)),
  CONSTRAINT release_use_pkey PRIMARY KEY (feature, release, member, screen)
);
COMMENT ON TABLE release_use IS 'kept: forgotten by its own job';
CREATE INDEX release_use_dead ON public.release_use USING btree (feature, release, dead_at) WHERE (dead_at IS NOT NULL);
GRANT DELETE, INSERT, SELECT, UPDATE ON release_use TO trellis_app;

CREATE TABLE role_lease (
  role text NOT NULL,
  holder uuid NOT NULL,
  until timestamp with time zone NOT NULL,
  CONSTRAINT role_lease_role_check CHECK ((role <> ''::text)),
  CONSTRAINT role_lease_pkey PRIMARY KEY (role)
);
COMMENT ON TABLE role_lease IS 'kept: one row for each role that there is';
GRANT DELETE, INSERT, SELECT, UPDATE ON role_lease TO trellis_app;

CREATE TABLE rule (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  subject text NOT NULL,
  key text NOT NULL,
  value jsonb NOT NULL,
  effective_from timestamp with time zone NOT NULL,
  set_by text NOT NULL,
  set_at timestamp with time zone NOT NULL,
  reason text NOT NULL,
  proposal bigint,
  approved_by text,
  replaced_by bigint,
  CONSTRAINT rule_approved CHECK (((proposal IS NULL) = (approved_by IS NULL))),
  CONSTRAINT rule_exchange_fee CHECK (((subject <> 'exchangeFee'::text) OR (((((value ->> 'percent'::text))::numeric >= (0)::numeric) AND (((value ->> 'percent'::text))::numeric <= 99.9999)) IS TRUE))),
  CONSTRAINT rule_key_check CHECK ((key <> ''::text)),
  CONSTRAINT rule_limit CHECK (((subject <> 'limit'::text) OR (((((value ->> 'minimum'::text))::bigint > 0) AND (((value ->> 'minimum'::text))::bigint <= ((value ->> 'maximum'::text))::bigint) AND (((value ->> 'maximum'::text))::bigint <= ((value ->> 'dayMaximum'::text))::bigint) AND (((value ->> 'fee'::text))::bigint >= 0)) IS TRUE))),
  CONSTRAINT rule_reason_check CHECK ((reason ~ '[^[:space:]]'::text)),
  CONSTRAINT rule_set_by_check CHECK ((set_by <> ''::text)),
  CONSTRAINT rule_subject_check CHECK ((subject <> ''::text)),
  CONSTRAINT rule_value_check CHECK ((jsonb_typeof(value) = 'object'::text)),
  CONSTRAINT rule_withdrawal_fee CHECK (((subject <> 'withdrawalFee'::text) OR ((((value ->> 'fee'::text))::bigint >= 0) IS TRUE))),
  CONSTRAINT rule_withdrawal_review CHECK (((subject <> 'withdrawalReview'::text) OR ((((value ->> 'twoFrom'::text))::bigint > 0) IS TRUE))),
  CONSTRAINT rule_replaced_by_fkey FOREIGN KEY (replaced_by) REFERENCES rule(id),
  CONSTRAINT rule_pkey PRIMARY KEY (id),
  CONSTRAINT rule_proposal_key UNIQUE (proposal),
  CONSTRAINT rule_subject_key_effective_from_key UNIQUE (subject, key, effective_from)
);
COMMENT ON TABLE rule IS 'kept: what was decided, and by whom';
CREATE TRIGGER rule_append_only BEFORE DELETE ON public.rule FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rule_fixed BEFORE UPDATE ON public.rule FOR EACH ROW WHEN (((old.replaced_by IS NOT NULL) OR (new.replaced_by IS NULL) OR ((to_jsonb(old.*) - 'replaced_by'::text) <> (to_jsonb(new.*) - 'replaced_by'::text)))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rule_no_truncate BEFORE TRUNCATE ON public.rule FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT ON rule TO trellis_app;

CREATE TABLE sale (
  package uuid NOT NULL,
  member bigint NOT NULL,
  level text NOT NULL,
  points bigint NOT NULL,
  day date NOT NULL,
  ends_on date NOT NULL,
  counted_at timestamp with time zone NOT NULL,
  CONSTRAINT sale_points_check CHECK ((points > 0)),
  CONSTRAINT sale_package_fkey FOREIGN KEY (package) REFERENCES package(id),
  CONSTRAINT sale_pkey PRIMARY KEY (package)
);
COMMENT ON TABLE sale IS 'kept: money and its proofs';
CREATE INDEX sale_active ON public.sale USING btree (ends_on) INCLUDE (day, member, level, points);
CREATE INDEX sale_of_member ON public.sale USING btree (member, ends_on);
CREATE INDEX sale_on ON public.sale USING btree (day, member);
CREATE TRIGGER sale_no_truncate BEFORE TRUNCATE ON public.sale FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sale_stays BEFORE DELETE OR UPDATE ON public.sale FOR EACH ROW EXECUTE FUNCTION refuse_change();
GRANT SELECT ON sale TO trellis_app;

CREATE TABLE sale_due (
  counted_at timestamp with time zone NOT NULL,
  package uuid NOT NULL,
  CONSTRAINT sale_due_package_fkey FOREIGN KEY (package) REFERENCES package(id),
  CONSTRAINT sale_due_pkey PRIMARY KEY (counted_at, package)
);
COMMENT ON TABLE sale_due IS 'kept: money and its proofs';
GRANT SELECT ON sale_due TO trellis_app;

CREATE TABLE security_event (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone NOT NULL,
  audience text NOT NULL,
  event text NOT NULL,
  outcome text NOT NULL,
  member_id bigint,
  operator_id bigint,
  command text,
  network text NOT NULL,
  user_agent text NOT NULL,
  request_id text NOT NULL,
  CONSTRAINT security_event_audience_check CHECK ((audience = ANY (ARRAY['member'::text, 'operator'::text]))),
  CONSTRAINT security_event_event_check CHECK ((event <> ''::text)),
  CONSTRAINT security_event_outcome_check CHECK ((outcome <> ''::text)),
  CONSTRAINT security_event_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  CONSTRAINT security_event_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(id),
  CONSTRAINT security_event_pkey PRIMARY KEY (id)
);
CREATE INDEX security_event_at ON public.security_event USING brin (at);
CREATE INDEX security_event_member ON public.security_event USING btree (member_id, id) WHERE (member_id IS NOT NULL);
CREATE INDEX security_event_operator ON public.security_event USING btree (operator_id, id) WHERE (operator_id IS NOT NULL);
CREATE INDEX security_event_request ON public.security_event USING btree (request_id);
GRANT INSERT, SELECT ON security_event TO trellis_app;

CREATE TABLE session (
  token_hash bytea NOT NULL,
  member_id bigint NOT NULL,
  audience text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  user_agent text NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  address text DEFAULT ''::text NOT NULL,
  lock_minutes smallint,
  locked_at timestamp with time zone,
  CONSTRAINT session_audience_check CHECK ((audience = ANY (ARRAY['member'::text, 'operator'::text]))),
  CONSTRAINT session_lock CHECK (((locked_at IS NULL) OR (lock_minutes IS NOT NULL))),
  CONSTRAINT session_lock_minutes_check CHECK ((lock_minutes = ANY (ARRAY[0, 1, 5, 15]))),
  CONSTRAINT session_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  CONSTRAINT session_pkey PRIMARY KEY (token_hash),
  CONSTRAINT session_id_unique UNIQUE (id)
);
CREATE INDEX session_created_at ON public.session USING brin (created_at);
CREATE INDEX session_member ON public.session USING btree (member_id);
GRANT INSERT, SELECT, UPDATE ON session TO trellis_app;

CREATE TABLE sql_file (
  name text NOT NULL,
  digest text NOT NULL,
  earlier text[] DEFAULT '{}'::text[] NOT NULL,
  objects text[] DEFAULT '{}'::text[] NOT NULL,
  applied_at timestamp with time zone NOT NULL,
  CONSTRAINT sql_file_pkey PRIMARY KEY (name)
);
COMMENT ON TABLE sql_file IS 'kept: one row for each thing that there is';
GRANT SELECT ON sql_file TO trellis_app;

CREATE TABLE stake (
  id uuid NOT NULL,
  member bigint NOT NULL,
  rate bigint NOT NULL,
  rate_numerator bigint NOT NULL,
  rate_denominator bigint NOT NULL,
  started_at timestamp with time zone NOT NULL,
  begun_by uuid NOT NULL,
  state text NOT NULL,
  cp bigint NOT NULL,
  basis bigint NOT NULL,
  reward bigint NOT NULL,
  term smallint NOT NULL,
  start_day date NOT NULL,
  matures_on date,
  choice_closes interval NOT NULL,
  payout bigint DEFAULT 0 NOT NULL,
  applications smallint DEFAULT 0 NOT NULL,
  redeemed_by uuid,
  option smallint,
  pay_to text,
  pay_chain text,
  pay_address text,
  accepts_from bigint,
  chosen_at timestamp with time zone,
  reminded smallint,
  accepts_days integer,
  accepts_fee bigint,
  CONSTRAINT stake_accepts_days_check CHECK ((accepts_days > 0)),
  CONSTRAINT stake_accepts_fee_check CHECK ((accepts_fee >= 0)),
  CONSTRAINT stake_accepts_from_check CHECK ((accepts_from >= 0)),
  CONSTRAINT stake_applications_check CHECK ((applications >= 0)),
  CONSTRAINT stake_check CHECK (((basis)::numeric = ceil((((cp)::numeric * (rate_numerator)::numeric) / (rate_denominator)::numeric)))),
  CONSTRAINT stake_check1 CHECK ((matures_on > start_day)),
  CONSTRAINT stake_check2 CHECK (((state = 'ongoing'::text) = (matures_on IS NOT NULL))),
  CONSTRAINT stake_check3 CHECK (((state <> 'applied'::text) OR (payout > 0))),
  CONSTRAINT stake_check4 CHECK ((((option IS NULL) = (chosen_at IS NULL)) AND ((option IS NULL) = (accepts_from IS NULL)) AND ((option IS NULL) = (pay_to IS NULL)))),
  CONSTRAINT stake_check5 CHECK (((COALESCE((pay_to = 'address'::text), false) = (pay_address IS NOT NULL)) AND ((pay_address IS NULL) = (pay_chain IS NULL)))),
  CONSTRAINT stake_check6 CHECK (((option IS DISTINCT FROM 1) OR (pay_to = 'balance'::text))),
  CONSTRAINT stake_check7 CHECK (((option IS DISTINCT FROM 3) OR (pay_to = 'address'::text))),
  CONSTRAINT stake_choice_closes_check CHECK ((choice_closes >= '00:00:00'::interval)),
  CONSTRAINT stake_cp_check CHECK ((cp > 0)),
  CONSTRAINT stake_option_check CHECK ((option = ANY (ARRAY[1, 2, 3]))),
  CONSTRAINT stake_pay_chain_check CHECK ((pay_chain = ANY (ARRAY['BSC'::text, 'TRON'::text]))),
  CONSTRAINT stake_pay_to_check CHECK ((pay_to = ANY (ARRAY['balance'::text, 'address'::text]))),
  CONSTRAINT stake_payout_check CHECK ((payout >= 0)),
  CONSTRAINT stake_rate_denominator_check CHECK ((rate_denominator > 0)),
  CONSTRAINT stake_rate_numerator_check CHECK ((rate_numerator > 0)),
  CONSTRAINT stake_reward_check CHECK ((reward >= 0)),
  CONSTRAINT stake_state_check CHECK ((state = ANY (ARRAY['ongoing'::text, 'unlocked'::text, 'applied'::text, 'ended'::text]))),
  CONSTRAINT stake_term_check CHECK ((term > 0)),
  CONSTRAINT stake_member_fkey FOREIGN KEY (member) REFERENCES member(id),
  CONSTRAINT stake_rate_fkey FOREIGN KEY (rate) REFERENCES market_rate(id),
  CONSTRAINT stake_pkey PRIMARY KEY (id),
  CONSTRAINT stake_begun_by_key UNIQUE (begun_by)
) WITH (fillfactor=85);
COMMENT ON TABLE stake IS 'kept: money and its proofs';
CREATE INDEX stake_due ON public.stake USING btree (matures_on, member, id) WHERE (state = 'ongoing'::text);
CREATE INDEX stake_due_to_address ON public.stake USING btree (matures_on, member, option DESC, id) WHERE ((state = 'ongoing'::text) AND (pay_to = 'address'::text));
CREATE INDEX stake_of_member ON public.stake USING btree (member, started_at DESC);
CREATE TRIGGER stake_final BEFORE UPDATE ON public.stake FOR EACH ROW WHEN ((((((((old.id IS DISTINCT FROM new.id) OR (old.member IS DISTINCT FROM new.member)) OR (old.rate IS DISTINCT FROM new.rate)) OR (old.rate_numerator IS DISTINCT FROM new.rate_numerator)) OR (old.rate_denominator IS DISTINCT FROM new.rate_denominator)) OR (old.started_at IS DISTINCT FROM new.started_at)) OR (old.begun_by IS DISTINCT FROM new.begun_by))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER stake_kept BEFORE DELETE ON public.stake FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER stake_lifecycle BEFORE INSERT OR UPDATE ON public.stake FOR EACH ROW EXECUTE FUNCTION guard_lifecycle('stake', 'state');
CREATE TRIGGER stake_no_truncate BEFORE TRUNCATE ON public.stake FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT ON stake TO trellis_app;

CREATE TABLE stake_event (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  stake uuid NOT NULL,
  member bigint NOT NULL,
  term smallint NOT NULL,
  kind text NOT NULL,
  at timestamp with time zone NOT NULL,
  option smallint,
  reason text,
  amount bigint,
  notified boolean NOT NULL,
  CONSTRAINT stake_event_kind_check CHECK ((kind = ANY (ARRAY['started'::text, 'chosen'::text, 'unchosen'::text, 'unlocked'::text, 'renewed'::text, 'profit_paid'::text, 'profit_applied'::text, 'applied'::text, 'paid'::text, 'returned'::text, 'ended'::text]))),
  CONSTRAINT stake_event_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE stake_event IS 'kept: money and its proofs';
CREATE INDEX stake_event_member ON public.stake_event USING btree (member, id DESC);
CREATE INDEX stake_event_unnotified ON public.stake_event USING btree (id) WHERE (NOT notified);
CREATE TRIGGER stake_event_final BEFORE UPDATE ON public.stake_event FOR EACH ROW WHEN (((NOT new.notified) OR ((to_jsonb(old.*) - 'notified'::text) IS DISTINCT FROM (to_jsonb(new.*) - 'notified'::text)))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER stake_event_kept BEFORE DELETE ON public.stake_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
GRANT SELECT ON stake_event TO trellis_app;

CREATE TABLE stake_term (
  stake uuid NOT NULL,
  term smallint NOT NULL,
  cp bigint NOT NULL,
  basis bigint NOT NULL,
  reward bigint NOT NULL,
  apr_ppm integer NOT NULL,
  start_day date NOT NULL,
  matures_on date NOT NULL,
  reserved_by uuid,
  CONSTRAINT stake_term_apr_ppm_check CHECK ((apr_ppm >= 0)),
  CONSTRAINT stake_term_basis_check CHECK ((basis > 0)),
  CONSTRAINT stake_term_check1 CHECK ((matures_on > start_day)),
  CONSTRAINT stake_term_check2 CHECK (((reward = 0) OR (reserved_by IS NOT NULL))),
  CONSTRAINT stake_term_cp_check CHECK ((cp > 0)),
  CONSTRAINT stake_term_reward_check CHECK ((reward >= 0)),
  CONSTRAINT stake_term_term_check CHECK ((term > 0)),
  CONSTRAINT stake_term_pkey PRIMARY KEY (stake, term),
  CONSTRAINT stake_term_reserved_by_key UNIQUE (reserved_by)
);
COMMENT ON TABLE stake_term IS 'kept: money and its proofs';
CREATE TRIGGER stake_term_append_only BEFORE DELETE OR UPDATE ON public.stake_term FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER stake_term_no_truncate BEFORE TRUNCATE ON public.stake_term FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT ON stake_term TO trellis_app;

CREATE TABLE stored_answer (
  owner bigint NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  status smallint NOT NULL,
  body json NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT stored_answer_pkey PRIMARY KEY (owner, key)
);
CREATE INDEX stored_answer_created_at ON public.stored_answer USING brin (created_at);
GRANT INSERT, SELECT ON stored_answer TO trellis_app;

CREATE TABLE team (
  node_id bigint NOT NULL,
  path bigint NOT NULL,
  pos integer NOT NULL,
  anchor bigint,
  heavy_side smallint NOT NULL,
  own_volume bigint DEFAULT 0 NOT NULL,
  people bigint DEFAULT 0 NOT NULL,
  volume bigint DEFAULT 0 NOT NULL,
  light smallint NOT NULL,
  CONSTRAINT team_pkey PRIMARY KEY (node_id),
  CONSTRAINT team_path_pos_key UNIQUE (path, pos)
) WITH (fillfactor=85);
COMMENT ON TABLE team IS 'kept: who there is, and what is theirs';
GRANT SELECT ON team TO trellis_app;

CREATE TABLE team_block (
  path bigint NOT NULL,
  lvl smallint NOT NULL,
  idx integer NOT NULL,
  people bigint NOT NULL,
  volume bigint NOT NULL,
  CONSTRAINT team_block_pkey PRIMARY KEY (path, lvl, idx)
) WITH (fillfactor=50);
COMMENT ON TABLE team_block IS 'kept: who there is, and what is theirs';
GRANT SELECT ON team_block TO trellis_app;

CREATE TABLE team_day (
  path bigint NOT NULL,
  lvl smallint NOT NULL,
  day date NOT NULL,
  idx integer NOT NULL,
  people integer NOT NULL,
  volume bigint NOT NULL,
  own_people integer NOT NULL,
  own_volume bigint NOT NULL,
  CONSTRAINT team_day_pkey PRIMARY KEY (path, lvl, idx, day) INCLUDE (people, volume, own_people, own_volume)
) WITH (fillfactor=70);
COMMENT ON TABLE team_day IS 'kept: an index of what is kept';
CREATE INDEX team_day_of_nodes ON public.team_day USING btree (day) WHERE (lvl = 0);
GRANT SELECT ON team_day TO trellis_app;

CREATE TABLE team_event (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  node_id bigint NOT NULL,
  people integer DEFAULT 0 NOT NULL,
  volume bigint DEFAULT 0 NOT NULL,
  at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  day date NOT NULL,
  CONSTRAINT team_event_pkey PRIMARY KEY (id)
) WITH (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=20000);
COMMENT ON TABLE team_event IS 'kept: emptied by who reads it';
GRANT SELECT ON team_event TO trellis_app;

CREATE TABLE team_expired (
  node_id bigint NOT NULL,
  volume bigint NOT NULL,
  own_volume bigint NOT NULL,
  CONSTRAINT team_expired_pkey PRIMARY KEY (node_id)
) WITH (fillfactor=70);
COMMENT ON TABLE team_expired IS 'kept: an index of what is kept';
GRANT SELECT ON team_expired TO trellis_app;

CREATE TABLE terms_acceptance (
  member bigint NOT NULL,
  document text NOT NULL,
  version integer NOT NULL,
  accepted_at timestamp with time zone NOT NULL,
  CONSTRAINT terms_acceptance_document_version_fkey FOREIGN KEY (document, version) REFERENCES terms_document(document, version),
  CONSTRAINT terms_acceptance_member_fkey FOREIGN KEY (member) REFERENCES member(id),
  CONSTRAINT terms_acceptance_pkey PRIMARY KEY (member, document, version)
);
COMMENT ON TABLE terms_acceptance IS 'kept: what was decided, and by whom';
CREATE TRIGGER terms_acceptance_append_only BEFORE DELETE OR UPDATE ON public.terms_acceptance FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER terms_acceptance_no_truncate BEFORE TRUNCATE ON public.terms_acceptance FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON terms_acceptance TO trellis_app;

CREATE TABLE terms_document (
  publication bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  document text NOT NULL,
  version integer NOT NULL,
  texts jsonb NOT NULL,
  published_at timestamp with time zone NOT NULL,
  proposal bigint,
  CONSTRAINT terms_document_document_check CHECK ((document = ANY (ARRAY['terms'::text, 'termservice'::text]))),
  CONSTRAINT terms_document_texts_check CHECK ((texts ?& ARRAY['en'::text, 'jp'::text, 'zh'::text, 'ko'::text])),
  CONSTRAINT terms_document_version_check CHECK ((version > 0)),
  CONSTRAINT terms_document_pkey PRIMARY KEY (document, version),
  CONSTRAINT terms_document_proposal_key UNIQUE (proposal),
  CONSTRAINT terms_document_publication_key UNIQUE (publication)
);
COMMENT ON TABLE terms_document IS 'kept: what was decided, and by whom';
CREATE TRIGGER terms_document_append_only BEFORE DELETE OR UPDATE ON public.terms_document FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER terms_document_guarded BEFORE INSERT ON public.terms_document FOR EACH ROW EXECUTE FUNCTION guard_terms();
CREATE TRIGGER terms_document_no_truncate BEFORE TRUNCATE ON public.terms_document FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT INSERT, SELECT ON terms_document TO trellis_app;

CREATE TABLE terms_notice (
  publication bigint NOT NULL,
  up_to bigint DEFAULT 0 NOT NULL,
  done_at timestamp with time zone,
  CONSTRAINT terms_notice_publication_fkey FOREIGN KEY (publication) REFERENCES terms_document(publication),
  CONSTRAINT terms_notice_pkey PRIMARY KEY (publication)
);
COMMENT ON TABLE terms_notice IS 'kept: one row for each thing that there is';
GRANT INSERT, SELECT, UPDATE ON terms_notice TO trellis_app;

CREATE TABLE tree_leg (
  leg_id bigint NOT NULL,
  end_id bigint NOT NULL,
  prev_id bigint,
  len integer NOT NULL,
  CONSTRAINT tree_leg_pkey PRIMARY KEY (leg_id)
) WITH (fillfactor=70);
COMMENT ON TABLE tree_leg IS 'kept: who there is, and what is theirs';
GRANT SELECT ON tree_leg TO trellis_app;

CREATE TABLE tree_node (
  id bigint NOT NULL,
  parent_id bigint,
  side smallint NOT NULL,
  sponsor_id bigint,
  depth integer NOT NULL,
  jump_id bigint NOT NULL,
  jump_depth integer NOT NULL,
  leg_id bigint NOT NULL,
  leg_position integer NOT NULL,
  placed_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT tree_node_check CHECK (((parent_id < id) AND (sponsor_id < id))),
  CONSTRAINT tree_node_check1 CHECK ((jump_id <= id)),
  CONSTRAINT tree_node_side_check CHECK ((side = ANY (ARRAY[0, 1]))),
  CONSTRAINT tree_node_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES tree_node(id),
  CONSTRAINT tree_node_sponsor_id_fkey FOREIGN KEY (sponsor_id) REFERENCES tree_node(id),
  CONSTRAINT tree_node_pkey PRIMARY KEY (id),
  CONSTRAINT tree_node_leg_id_leg_position_key UNIQUE (leg_id, leg_position),
  CONSTRAINT tree_node_parent_id_side_key UNIQUE (parent_id, side)
);
COMMENT ON TABLE tree_node IS 'kept: who there is, and what is theirs';
CREATE INDEX tree_node_sponsor ON public.tree_node USING btree (sponsor_id);
GRANT SELECT ON tree_node TO trellis_app;

CREATE TABLE username_skeleton (
  skeleton text NOT NULL,
  CONSTRAINT username_skeleton_unique PRIMARY KEY (skeleton)
);
COMMENT ON TABLE username_skeleton IS 'kept: a name that looks like a member''s is nobody else''s';
GRANT INSERT, SELECT ON username_skeleton TO trellis_app;

CREATE TABLE verification_run (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  started_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone NOT NULL,
  findings jsonb NOT NULL,
  red boolean GENERATED ALWAYS AS ((findings <> '[]'::jsonb)) STORED NOT NULL,
  since timestamp with time zone,
  CONSTRAINT verification_run_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE verification_run IS 'kept: money and its proofs';
CREATE INDEX verification_run_latest ON public.verification_run USING btree (started_at);
CREATE TRIGGER verification_run_append_only BEFORE DELETE OR UPDATE ON public.verification_run FOR EACH ROW EXECUTE FUNCTION refuse_change();
GRANT SELECT ON verification_run TO trellis_app;

CREATE TABLE withdrawal (
  id uuid NOT NULL,
  member bigint NOT NULL,
  unit text NOT NULL,
  amount bigint NOT NULL,
  asset text NOT NULL,
  chain text NOT NULL,
  gross bigint NOT NULL,
  fee bigint NOT NULL,
  received bigint NOT NULL,
  rate bigint,
  worth bigint NOT NULL,
  address text NOT NULL,
  address_typed text NOT NULL,
  hold uuid NOT NULL,
  risks text[] NOT NULL,
  approvals smallint NOT NULL,
  status text NOT NULL,
  step text NOT NULL,
  cause text,
  created_at timestamp with time zone NOT NULL,
  deadline_at timestamp with time zone NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  revision integer NOT NULL,
  origin text DEFAULT 'balance'::text NOT NULL,
  stake uuid,
  deposit_return bigint,
  accepts_from bigint,
  CONSTRAINT withdrawal_amount_check CHECK ((amount > 0)),
  CONSTRAINT withdrawal_approvals_check CHECK (((approvals >= 1) AND (approvals <= 2))),
  CONSTRAINT withdrawal_asset_check CHECK ((asset = ANY (ARRAY['USDT'::text, 'BTC'::text, 'ON'::text]))),
  CONSTRAINT withdrawal_cause_check CHECK ((cause <> ''::text)),
  CONSTRAINT withdrawal_chain_check CHECK ((chain = ANY (ARRAY['BSC'::text, 'TRON'::text, 'BTC'::text]))),
  CONSTRAINT withdrawal_check CHECK (((received > 0) AND (received = (gross - fee)))),
  CONSTRAINT withdrawal_check1 CHECK ((((status = 'approved'::text) = (step = 'complete'::text)) AND ((status = 'rejected'::text) = (step = 'ended'::text)))),
  CONSTRAINT withdrawal_check2 CHECK (((status = 'rejected'::text) = (cause IS NOT NULL))),
  CONSTRAINT withdrawal_check3 CHECK (((accepts_from > 0) AND (accepts_from <= received))),
  CONSTRAINT withdrawal_fee_check CHECK ((fee >= 0)),
  CONSTRAINT withdrawal_of_its_origin CHECK ((((origin ~~ 'stake%'::text) = (stake IS NOT NULL)) AND ((origin = 'deposit_return'::text) = (deposit_return IS NOT NULL)))),
  CONSTRAINT withdrawal_origin_check CHECK ((origin = ANY (ARRAY['balance'::text, 'stake_close'::text, 'stake_profit'::text, 'deposit_return'::text]))),
  CONSTRAINT withdrawal_revision_check CHECK ((revision > 0)),
  CONSTRAINT withdrawal_status_check CHECK ((status = ANY (ARRAY['pending_review'::text, 'approved'::text, 'rejected'::text]))),
  CONSTRAINT withdrawal_step_check CHECK ((step = ANY (ARRAY['review'::text, 'approved'::text, 'sent'::text, 'complete'::text, 'ended'::text]))),
  CONSTRAINT withdrawal_unit_check CHECK ((unit = ANY (ARRAY['USD'::text, 'USDT'::text]))),
  CONSTRAINT withdrawal_usd_value_check CHECK ((worth > 0)),
  CONSTRAINT withdrawal_member_fkey FOREIGN KEY (member) REFERENCES member(id),
  CONSTRAINT withdrawal_rate_fkey FOREIGN KEY (rate) REFERENCES market_rate(id),
  CONSTRAINT withdrawal_stake_fkey FOREIGN KEY (stake) REFERENCES stake(id),
  CONSTRAINT withdrawal_pkey PRIMARY KEY (id),
  CONSTRAINT withdrawal_hold_key UNIQUE (hold)
);
COMMENT ON TABLE withdrawal IS 'kept: money and its proofs';
CREATE INDEX withdrawal_address ON public.withdrawal USING btree (address);
CREATE INDEX withdrawal_ended ON public.withdrawal USING btree (changed_at DESC, id DESC) WHERE (status <> 'pending_review'::text);
CREATE INDEX withdrawal_member ON public.withdrawal USING btree (member, id DESC);
CREATE UNIQUE INDEX withdrawal_of_deposit_return ON public.withdrawal USING btree (deposit_return) WHERE (deposit_return IS NOT NULL);
CREATE INDEX withdrawal_of_stake ON public.withdrawal USING btree (stake) WHERE (stake IS NOT NULL);
CREATE INDEX withdrawal_open ON public.withdrawal USING btree (deadline_at) WHERE (status = 'pending_review'::text);
CREATE UNIQUE INDEX withdrawal_open_of_stake ON public.withdrawal USING btree (stake, origin) WHERE ((status = 'pending_review'::text) AND (origin = 'stake_close'::text));
CREATE TRIGGER withdrawal_asked AFTER INSERT OR UPDATE ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION ask_for_withdrawal();
CREATE TRIGGER withdrawal_ends_deposit_return AFTER UPDATE ON public.withdrawal FOR EACH ROW WHEN (((new.deposit_return IS NOT NULL) AND (old.status = 'pending_review'::text) AND (new.status <> 'pending_review'::text))) EXECUTE FUNCTION end_deposit_return();
CREATE TRIGGER withdrawal_ends_stake AFTER UPDATE ON public.withdrawal FOR EACH ROW WHEN (((new.stake IS NOT NULL) AND (old.status = 'pending_review'::text) AND (new.status <> 'pending_review'::text))) EXECUTE FUNCTION end_stake_payout();
CREATE TRIGGER withdrawal_kept BEFORE DELETE ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER withdrawal_lifecycle BEFORE INSERT OR UPDATE ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION guard_lifecycle('withdrawal', 'step');
CREATE TRIGGER withdrawal_moves BEFORE INSERT OR UPDATE ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION move_withdrawal();
CREATE TRIGGER withdrawal_notified AFTER INSERT OR UPDATE ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION notify_withdrawal();
GRANT INSERT, SELECT ON withdrawal TO trellis_app;
GRANT UPDATE (status, step, cause, changed_at, revision) ON withdrawal TO trellis_app;

CREATE TABLE withdrawal_event (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  withdrawal uuid NOT NULL,
  member bigint NOT NULL,
  kind text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT withdrawal_event_kind_check CHECK ((kind = ANY (ARRAY['submitted'::text, 'security_check'::text, 'review'::text, 'first_approval'::text, 'approved'::text, 'sent'::text, 'complete'::text, 'rejected'::text]))),
  CONSTRAINT withdrawal_event_withdrawal_fkey FOREIGN KEY (withdrawal) REFERENCES withdrawal(id),
  CONSTRAINT withdrawal_event_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE withdrawal_event IS 'kept: money and its proofs';
CREATE INDEX withdrawal_event_member ON public.withdrawal_event USING btree (member, id DESC);
CREATE INDEX withdrawal_event_of ON public.withdrawal_event USING btree (withdrawal, id);
CREATE TRIGGER withdrawal_event_fixed BEFORE DELETE OR UPDATE ON public.withdrawal_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
GRANT SELECT ON withdrawal_event TO trellis_app;

CREATE TABLE withdrawal_payout (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  withdrawal uuid NOT NULL,
  chain text NOT NULL,
  tx text NOT NULL,
  verifiable boolean NOT NULL,
  recorded_by text NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  state text NOT NULL,
  fault text,
  ordinal integer,
  confirmations integer DEFAULT 0 NOT NULL,
  needed integer DEFAULT 0 NOT NULL,
  confirmed_by text,
  confirmed_at timestamp with time zone,
  paid bigint,
  unknown_since timestamp with time zone,
  unknown_at timestamp with time zone,
  CONSTRAINT withdrawal_payout_check CHECK (((state = ANY (ARRAY['invalid'::text, 'mismatched'::text])) = (fault IS NOT NULL))),
  CONSTRAINT withdrawal_payout_check1 CHECK ((((state = 'confirmed'::text) = (confirmed_by IS NOT NULL)) AND ((confirmed_by IS NULL) = (confirmed_at IS NULL)))),
  CONSTRAINT withdrawal_payout_check2 CHECK (((NOT verifiable) OR (confirmed_by IS NULL) OR (confirmed_by ~~ 'chain:%'::text) OR (paid IS NOT NULL))),
  CONSTRAINT withdrawal_payout_check3 CHECK (((unknown_since IS NULL) = (unknown_at IS NULL))),
  CONSTRAINT withdrawal_payout_confirmations_check CHECK ((confirmations >= 0)),
  CONSTRAINT withdrawal_payout_confirmed_by_check CHECK ((confirmed_by ~ '^[a-z]+:.'::text)),
  CONSTRAINT withdrawal_payout_fault_check CHECK ((fault <> ''::text)),
  CONSTRAINT withdrawal_payout_needed_check CHECK ((needed >= 0)),
  CONSTRAINT withdrawal_payout_ordinal_check CHECK ((ordinal >= 0)),
  CONSTRAINT withdrawal_payout_paid CHECK (((state <> 'mismatched'::text) OR ((paid IS NOT NULL) AND (ordinal IS NOT NULL)))),
  CONSTRAINT withdrawal_payout_paid_check CHECK ((paid > 0)),
  CONSTRAINT withdrawal_payout_recorded_by_check CHECK ((recorded_by ~ '^[a-z]+:.'::text)),
  CONSTRAINT withdrawal_payout_state_check CHECK ((state = ANY (ARRAY['recorded'::text, 'seen'::text, 'mismatched'::text, 'confirmed'::text, 'invalid'::text]))),
  CONSTRAINT withdrawal_payout_tx_check CHECK ((tx ~ '^(0x)?[0-9a-f]{64}$'::text)),
  CONSTRAINT withdrawal_payout_withdrawal_fkey FOREIGN KEY (withdrawal) REFERENCES withdrawal(id),
  CONSTRAINT withdrawal_payout_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE withdrawal_payout IS 'kept: money and its proofs';
CREATE UNIQUE INDEX withdrawal_payout_live ON public.withdrawal_payout USING btree (withdrawal) WHERE (state <> 'invalid'::text);
CREATE UNIQUE INDEX withdrawal_payout_once ON public.withdrawal_payout USING btree (chain, tx, COALESCE(ordinal, '-1'::integer)) WHERE (state = 'confirmed'::text);
CREATE INDEX withdrawal_payout_seen ON public.withdrawal_payout USING btree (withdrawal) WHERE (state = 'seen'::text);
CREATE INDEX withdrawal_payout_tx ON public.withdrawal_payout USING btree (tx);
CREATE INDEX withdrawal_payout_withdrawal ON public.withdrawal_payout USING btree (withdrawal);
CREATE TRIGGER withdrawal_payout_asked AFTER INSERT OR UPDATE ON public.withdrawal_payout FOR EACH ROW WHEN ((NOT new.verifiable)) EXECUTE FUNCTION ask_for_payout();
CREATE TRIGGER withdrawal_payout_checked BEFORE UPDATE ON public.withdrawal_payout FOR EACH ROW WHEN (((new.state = 'confirmed'::text) AND (NOT new.verifiable))) EXECUTE FUNCTION check_payout();
CREATE TRIGGER withdrawal_payout_claimed AFTER INSERT ON public.withdrawal_payout FOR EACH ROW EXECUTE FUNCTION end_payout_claim();
CREATE TRIGGER withdrawal_payout_final BEFORE UPDATE ON public.withdrawal_payout FOR EACH ROW WHEN (((((((old.withdrawal IS DISTINCT FROM new.withdrawal) OR (old.chain IS DISTINCT FROM new.chain)) OR (old.tx IS DISTINCT FROM new.tx)) OR (old.verifiable IS DISTINCT FROM new.verifiable)) OR (old.recorded_by IS DISTINCT FROM new.recorded_by)) OR ((old.paid IS NOT NULL) AND (new.paid IS DISTINCT FROM old.paid)))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER withdrawal_payout_invalid AFTER UPDATE ON public.withdrawal_payout FOR EACH ROW WHEN (((old.state <> 'invalid'::text) AND (new.state = 'invalid'::text))) EXECUTE FUNCTION look_at_payout_end();
CREATE TRIGGER withdrawal_payout_kept BEFORE DELETE ON public.withdrawal_payout FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER withdrawal_payout_lifecycle BEFORE INSERT OR UPDATE ON public.withdrawal_payout FOR EACH ROW EXECUTE FUNCTION guard_lifecycle('payout', 'state');
GRANT INSERT, SELECT ON withdrawal_payout TO trellis_app;
GRANT UPDATE (state, fault, ordinal, confirmations, needed, confirmed_by, confirmed_at, paid, unknown_since, unknown_at) ON withdrawal_payout TO trellis_app;

CREATE VIEW approval_role AS
 SELECT action,
    string_to_array(roles, ' '::text) AS roles,
    by_row
   FROM ( VALUES ('withdrawal.approve'::text,'reviewer'::text,true), ('withdrawal.confirm_payout'::text,'treasurer'::text,true), ('withdrawal.void_payout'::text,'treasurer'::text,false), ('withdrawal.settle_payout'::text,'treasurer'::text,false), ('rate.approve'::text,'treasurer'::text,true), ('rule.approve'::text,'treasurer admin'::text,true), ('pool.fund'::text,'treasurer'::text,false), ('bonus.correct'::text,'treasurer'::text,false), ('fee.return'::text,'treasurer'::text,false), ('deposit.release'::text,'treasurer'::text,false), ('deposit.return'::text,'treasurer'::text,false), ('chain_fault.close'::text,'treasurer'::text,false), ('factor_reset.approve'::text,'support admin'::text,true), ('member.erase'::text,'support admin'::text,false), ('release.approve_below_floor'::text,'releases'::text,false), ('release.approve_on'::text,'releases'::text,false), ('release.approve_lower_floor'::text,'releases'::text,false), ('payouts.unfreeze'::text,'treasurer'::text,false), ('operator.invite'::text,'admin'::text,false), ('operator.roles'::text,'admin'::text,false), ('operator.restore'::text,'admin'::text,false), ('announcement.publish'::text,'support admin'::text,true), ('terms.publish'::text,'admin'::text,false)) line(action, roles, by_row);
GRANT SELECT ON approval_role TO trellis_app;

CREATE VIEW approval_standing AS
 SELECT approval,
    person,
    actor,
    reason,
    at
   FROM approval_given g
  WHERE (NOT (EXISTS ( SELECT 1
           FROM approval_void v
          WHERE ((v.approval = g.approval) AND (v.person = g.person)))));
GRANT SELECT ON approval_standing TO trellis_app;

CREATE VIEW lifecycle_transition AS
 SELECT subject,
    from_state,
    to_state,
    string_to_array(who, ' '::text) AS who,
    string_to_array(requires, ' '::text) AS requires
   FROM ( VALUES ('withdrawal'::text,NULL::text,'review'::text,'member operator time'::text,'withdrawal_hold_open withdrawal_origin_held withdrawal_return_held'::text), ('withdrawal'::text,'review'::text,'review'::text,'operator'::text,'withdrawal_hold_open withdrawal_owner_free'::text), ('withdrawal'::text,'review'::text,'approved'::text,'operator'::text,'withdrawal_hold_open withdrawal_owner_free withdrawal_approved'::text), ('withdrawal'::text,'approved'::text,'review'::text,'time'::text,'withdrawal_hold_open withdrawal_payout_absent withdrawal_approval_gone'::text), ('withdrawal'::text,'approved'::text,'sent'::text,'operator chain'::text,'withdrawal_hold_open withdrawal_payout_there'::text), ('withdrawal'::text,'sent'::text,'complete'::text,'operator chain'::text,'withdrawal_hold_settled withdrawal_payout_confirmed'::text), ('withdrawal'::text,'review'::text,'ended'::text,'member operator'::text,'withdrawal_hold_released withdrawal_payout_absent withdrawal_void_waited'::text), ('withdrawal'::text,'approved'::text,'ended'::text,'operator'::text,'withdrawal_hold_released withdrawal_payout_absent withdrawal_void_waited'::text), ('deposit'::text,NULL::text,'below_minimum'::text,'chain'::text,''::text), ('deposit'::text,NULL::text,'held_unverified'::text,'chain'::text,'deposit_is_small'::text), ('deposit'::text,NULL::text,'suspense'::text,'chain'::text,''::text), ('deposit'::text,'held_unverified'::text,'credited'::text,'chain member'::text,''::text), ('deposit'::text,'suspense'::text,'held_unverified'::text,'chain operator'::text,'deposit_may_leave_suspense'::text), ('deposit'::text,'suspense'::text,'returning'::text,'operator'::text,'deposit_return_approved'::text), ('deposit'::text,'below_minimum'::text,'held_unverified'::text,'operator'::text,'deposit_release_approved'::text), ('deposit'::text,'below_minimum'::text,'returning'::text,'operator'::text,'deposit_return_approved'::text), ('deposit'::text,'returning'::text,'returned'::text,'operator chain'::text,'deposit_return_paid'::text), ('deposit'::text,'returning'::text,'below_minimum'::text,'member operator'::text,'deposit_return_undone'::text), ('deposit'::text,'returning'::text,'suspense'::text,'member operator'::text,'deposit_return_undone'::text), ('inquiry'::text,NULL::text,'received'::text,'member'::text,''::text), ('inquiry'::text,'received'::text,'received'::text,'member'::text,''::text), ('inquiry'::text,'received'::text,'answered'::text,'operator'::text,''::text), ('inquiry'::text,'answered'::text,'answered'::text,'operator'::text,''::text), ('inquiry'::text,'answered'::text,'received'::text,'member'::text,''::text), ('inquiry'::text,'received'::text,'closed'::text,'member operator'::text,''::text), ('inquiry'::text,'answered'::text,'closed'::text,'member operator time'::text,''::text), ('inquiry'::text,'closed'::text,'closed'::text,'member'::text,''::text), ('payout'::text,NULL::text,'recorded'::text,'operator'::text,'payout_owner_free payout_is_allowed payout_by_another payout_is_claimed'::text), ('payout'::text,'recorded'::text,'recorded'::text,'chain'::text,''::text), ('payout'::text,'recorded'::text,'seen'::text,'chain'::text,''::text), ('payout'::text,'seen'::text,'seen'::text,'chain'::text,''::text), ('payout'::text,'recorded'::text,'confirmed'::text,'operator chain'::text,'payout_is_vouched_for'::text), ('payout'::text,'seen'::text,'confirmed'::text,'chain'::text,'payout_is_vouched_for'::text), ('payout'::text,'recorded'::text,'invalid'::text,'chain operator'::text,'payout_end_is_due'::text), ('payout'::text,'invalid'::text,'invalid'::text,'chain'::text,'payout_was_voided'::text), ('payout'::text,'recorded'::text,'mismatched'::text,'chain'::text,''::text), ('payout'::text,'mismatched'::text,'confirmed'::text,'operator'::text,'payout_settlement_approved'::text), ('payout'::text,'invalid'::text,'confirmed'::text,'operator'::text,'payout_settlement_approved'::text), ('stake'::text,NULL::text,'ongoing'::text,'member'::text,''::text), ('stake'::text,'ongoing'::text,'ongoing'::text,'member time'::text,''::text), ('stake'::text,'ongoing'::text,'unlocked'::text,'time'::text,''::text), ('stake'::text,'ongoing'::text,'applied'::text,'time'::text,''::text), ('stake'::text,'ongoing'::text,'ended'::text,'time'::text,''::text), ('stake'::text,'unlocked'::text,'unlocked'::text,'member'::text,''::text), ('stake'::text,'unlocked'::text,'ongoing'::text,'member'::text,''::text), ('stake'::text,'unlocked'::text,'applied'::text,'member'::text,''::text), ('stake'::text,'unlocked'::text,'ended'::text,'member'::text,''::text), ('stake'::text,'applied'::text,'ended'::text,'operator chain'::text,''::text), ('stake'::text,'applied'::text,'unlocked'::text,'member operator'::text,''::text), ('factor_reset'::text,NULL::text,'open'::text,'operator'::text,''::text), ('factor_reset'::text,'open'::text,'open'::text,'operator'::text,''::text), ('factor_reset'::text,'open'::text,'done'::text,'time'::text,'factor_reset_was_waited_for factor_reset_is_vouched_for'::text), ('factor_reset'::text,'open'::text,'moot'::text,'time'::text,'factor_reset_was_waited_for'::text), ('factor_reset'::text,'open'::text,'cancelled'::text,'member'::text,''::text), ('factor_reset'::text,'open'::text,'withdrawn'::text,'operator time'::text,''::text), ('factor_reset'::text,'open'::text,'lapsed'::text,'operator'::text,'factor_reset_has_lapsed'::text)) line(subject, from_state, to_state, who, requires);
GRANT SELECT ON lifecycle_transition TO trellis_app;

CREATE VIEW limit_usage AS
 SELECT a.owner,
    counter.operation,
    k.unit,
    a.limit_day AS day,
    counter.used
   FROM ((account a
     JOIN account_kind k USING (code))
     CROSS JOIN LATERAL ( VALUES ('transfer'::text,a.transferred), ('exchange'::text,a.exchanged), ('withdrawal'::text,a.withdrawn)) counter(operation, used))
  WHERE (counter.used <> 0);
GRANT SELECT ON limit_usage TO trellis_app;

CREATE VIEW retention AS
 SELECT name,
    condition,
    reason
   FROM ( VALUES ('session'::text,'created_at < $1 - interval ''30 days'''::text,'ended for weeks; none lives longer than a day'::text), ('operator_session'::text,'created_at < $1 - interval ''30 days'''::text,'ended for weeks'::text), ('operator_enrolment'::text,'expires_at < $1 - interval ''30 days'''::text,'a link that opens nothing any more'::text), ('stored_answer'::text,'created_at < now() - interval ''400 days'' OR created_at < now() - interval ''90 days'' AND status >= 400
     OR created_at < now() - interval ''2 days'' AND request_hash = '''''::text,'no client sends a call again after so long; money is once by its journal'::text), ('mailed_code'::text,'expires_at < $1 - interval ''2 days'''::text,'expired, and counted for no day any more'::text), ('login_failure'::text,'window_start < $1 - interval ''2 days'' AND coalesce(blocked_until, ''-infinity'') < $1'::text,'counted in no window any more'::text), ('rate_limit'::text,'expire < extract(epoch FROM $1) * 1000 - 86400000'::text,'counted in no window any more'::text), ('passkey_challenge'::text,'expires_at < $1 - interval ''1 day'''::text,'expired'::text), ('google_binding'::text,'started_at < $1 - interval ''1 day'''::text,'begun and never finished'::text), ('freeze_link'::text,'expires_at < $1 - interval ''30 days'''::text,'expired'::text), ('member_device'::text,'last_seen_at < $1 - interval ''400 days'''::text,'longer than a browser keeps its cookie'::text), ('push_subscription'::text,'seen_at < $1 - interval ''400 days'''::text,'as the device'::text), ('outbox_push'::text,'created_at < $1 - interval ''28 days'''::text,'no news any more'::text), ('outbox_mail'::text,'sent_at < $1 - interval ''30 days'' OR dropped_at < $1 - interval ''30 days'''::text,'sent; links and codes stand in it'::text), ('exchange_quote'::text,'consumed_by IS NULL AND expires_at < $1 - interval ''30 days'''::text,'expired, and nothing was exchanged'::text), ('notice'::text,'created_at < $1 - interval ''400 days'''::text,'a year and a month; what it was about is kept'::text), ('security_event'::text,'at < $1 - interval ''400 days'''::text,'a year and a month'::text), ('refused_call'::text,'last_at < $1 - interval ''400 days'''::text,'a year and a month after the last'::text), ('coverage_day'::text,'day < ($1 AT TIME ZONE ''UTC'')::date - 400'::text,'a year and a month; the console shows the last 30 days'::text), ('process'::text,'seen_at < now() - interval ''1 day'''::text,'ended without saying so'::text)) list(name, condition, reason);

CREATE VIEW roles_apart AS
 SELECT one,
    other
   FROM ( VALUES ('reviewer'::text,'treasurer'::text), ('reviewer'::text,'admin'::text), ('treasurer'::text,'admin'::text), ('releases'::text,'admin'::text)) pair(one, other);
GRANT SELECT ON roles_apart TO trellis_app;

CREATE VIEW rule_history AS
 SELECT id,
    subject,
    key,
    value,
    set_by,
    set_at,
    reason,
        CASE
            WHEN (replaced_by IS NOT NULL) THEN 'empty'::tstzrange
            ELSE tstzrange(effective_from, lead(effective_from) OVER (PARTITION BY subject, key, (replaced_by IS NULL) ORDER BY effective_from))
        END AS during,
    approved_by,
    effective_from
   FROM rule;
GRANT SELECT ON rule_history TO trellis_app;

CREATE VIEW rule_of_money AS
 SELECT subject
   FROM ( VALUES ('limit'::text), ('exchangeFee'::text), ('withdrawalFee'::text), ('exchangeQuote'::text), ('displayRate'::text), ('packageTerms'::text), ('packageLevel'::text), ('stakeTerms'::text), ('bonusTerms'::text), ('bonusCap'::text)) listed(subject);
GRANT SELECT ON rule_of_money TO trellis_app;

CREATE VIEW rule_second_person AS
 SELECT subject
   FROM ( VALUES ('ratePair'::text), ('withdrawalReview'::text), ('action'::text), ('securityLock'::text), ('addressBook'::text), ('factorReset'::text)) listed(subject);
GRANT SELECT ON rule_second_person TO trellis_app;

CREATE FUNCTION accept_stake_fee(p_member bigint, p_stake uuid, p_fee bigint)
  RETURNS void LANGUAGE sql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 637dab70b28e
GRANT EXECUTE ON FUNCTION accept_stake_fee TO trellis_app;

CREATE FUNCTION account_of(p_member bigint, p_name text)
  RETURNS bigint LANGUAGE sql IMMUTABLE; -- 8b735fe07877
GRANT EXECUTE ON FUNCTION account_of TO trellis_app;

CREATE FUNCTION account_posting(p_account bigint, p_journal uuid, p_recorded_at timestamp with time zone)
  RETURNS SETOF posting LANGUAGE sql STABLE; -- 81b5ea065a0e
GRANT EXECUTE ON FUNCTION account_posting TO trellis_app;

CREATE FUNCTION amount_text(p_amount bigint, p_unit text)
  RETURNS text LANGUAGE sql STABLE; -- 498b314c4340

CREATE FUNCTION ancestor_at(b bigint, p_depth integer)
  RETURNS bigint LANGUAGE plpgsql STABLE PARALLEL SAFE; -- bf2e7ba87661
GRANT EXECUTE ON FUNCTION ancestor_at TO trellis_app;

CREATE FUNCTION announcement_payload(p_of announcement)
  RETURNS jsonb LANGUAGE sql STABLE; -- 17fc10b56f68

CREATE FUNCTION approval_of(p_action text, p_subject text, p_payload jsonb, p_requested_by text, p_needed integer)
  RETURNS bigint LANGUAGE sql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- 60ae9b5793ed

CREATE FUNCTION approve_announcement(p_id bigint, p_by text, p_reason text, p_now timestamp with time zone)
  RETURNS void LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 09971e8af35e
GRANT EXECUTE ON FUNCTION approve_announcement TO trellis_app;

CREATE FUNCTION approve_market_rate(p_id bigint, p_by text, p_now timestamp with time zone, p_reason text)
  RETURNS market_rate LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- b5b5f0f28c7f
GRANT EXECUTE ON FUNCTION approve_market_rate TO trellis_app;

CREATE FUNCTION approve_request(p_action text, p_id bigint, p_by text, p_reason text, p_now timestamp with time zone)
  RETURNS approval LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- ed82cb75643e
GRANT EXECUTE ON FUNCTION approve_request TO trellis_app;

CREATE FUNCTION approve_rule(p_id bigint, p_by text, p_reason text, p_now timestamp with time zone)
  RETURNS bigint LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 417a15340e02
GRANT EXECUTE ON FUNCTION approve_rule TO trellis_app;

CREATE FUNCTION ask_announcement(p_texts jsonb, p_country text, p_feature text, p_from timestamp with time zone, p_until timestamp with time zone, p_by text, p_reason text, p_now timestamp with time zone)
  RETURNS bigint LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 8e151e800c0f
GRANT EXECUTE ON FUNCTION ask_announcement TO trellis_app;

CREATE FUNCTION ask_for_factor_reset()
  RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 5e6ad04699f3

CREATE FUNCTION ask_for_market_rate()
  RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 49eba4d73e2e

CREATE FUNCTION ask_for_payout()
  RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 15bd8119e6a7

CREATE FUNCTION ask_for_role(p_process uuid, p_role text, p_gone_ms double precision, OUT held boolean, OUT others integer, OUT home boolean)
  RETURNS record LANGUAGE plpgsql VOLATILE; -- 25246e9d827c
GRANT EXECUTE ON FUNCTION ask_for_role TO trellis_app;

CREATE FUNCTION ask_for_withdrawal()
  RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 0bc9569079f6

CREATE FUNCTION balance_before(p_account bigint, p_time timestamp with time zone)
  RETURNS bigint LANGUAGE sql STABLE; -- eb6d9dd69d36
GRANT EXECUTE ON FUNCTION balance_before TO trellis_app;

CREATE FUNCTION balances_before(p_account bigint, p_times timestamp with time zone[])
  RETURNS TABLE(at timestamp with time zone, balance bigint) LANGUAGE plpgsql STABLE; -- 316574329be0
GRANT EXECUTE ON FUNCTION balances_before TO trellis_app;

CREATE FUNCTION begin_deposit_return(p_request bigint, p_journal uuid, p_hold uuid, p_withdrawal uuid, p_by text, p_reason text, p_now timestamp with time zone)
  RETURNS uuid LANGUAGE sql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- ceb10a2e1583
GRANT EXECUTE ON FUNCTION begin_deposit_return TO trellis_app;

CREATE FUNCTION begin_market_rate(p_id bigint, p_from timestamp with time zone)
  RETURNS void LANGUAGE plpgsql VOLATILE; -- dcb775ce240e

CREATE FUNCTION begin_sales(p_packages uuid[])
  RETURNS void LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- f573a13ac639

CREATE FUNCTION begin_stake(p_member bigint, p_order jsonb, p_stake uuid, p_journal uuid, p_key text, p_hash bytea)
  RETURNS TABLE(refused text, id uuid, reference uuid, at timestamp with time zone, cp bigint, cost bigint, change bigint, "fullReward" bigint, reward bigint, "rewardCp" bigint, "termDays" integer, "maturesOn" date) LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- d11d8757578b
GRANT EXECUTE ON FUNCTION begin_stake TO trellis_app;

CREATE FUNCTION bonus_closing_legs(p_paid bigint)
  RETURNS TABLE(leg integer, account bigint, amount bigint) LANGUAGE sql IMMUTABLE; -- e46cd6cfc409
GRANT EXECUTE ON FUNCTION bonus_closing_legs TO trellis_app;

CREATE FUNCTION bonus_correction_key(p_request text)
  RETURNS text LANGUAGE sql IMMUTABLE; -- 0f92f6db5c2a

CREATE FUNCTION bonus_dry_run(p_day date, p_terms jsonb, OUT demand bigint, OUT budget bigint, OUT paid bigint, OUT rp bigint)
  RETURNS record LANGUAGE plpgsql STABLE
  SET jit=off
  SET work_mem=64MB; -- 651949924f2c
GRANT EXECUTE ON FUNCTION bonus_dry_run TO trellis_app;

CREATE FUNCTION bonus_earned(p_terms jsonb, p_budget bigint, p_qualified boolean, p_left bigint, p_right bigint, p_points bigint, p_month_cap bigint, p_own_value bigint, p_month_before bigint)
  RETURNS TABLE(matched bigint, direct bigint, pairing bigint, cap bigint, cut bigint, over_limit bigint, due bigint) LANGUAGE sql IMMUTABLE; -- ea5ff7f7279d
GRANT EXECUTE ON FUNCTION bonus_earned TO trellis_app;

CREATE FUNCTION bonus_hold_changes()
  RETURNS trigger LANGUAGE plpgsql VOLATILE; -- a3c6d93164f3

CREATE FUNCTION bonus_hold_of(p_member bigint, p_day date)
  RETURNS text LANGUAGE sql STABLE; -- 81c8fc7bbec8
GRANT EXECUTE ON FUNCTION bonus_hold_of TO trellis_app;

CREATE FUNCTION bonus_line_changes()
  RETURNS trigger LANGUAGE plpgsql VOLATILE; -- ce8d93ad5af5

CREATE FUNCTION bonus_lines_of(p_day date, p_terms jsonb, p_budget bigint)
  RETURNS TABLE(member bigint, qualified boolean, left_stock bigint, right_stock bigint, left_gone bigint, right_gone bigint, matched bigint, direct_points bigint, direct bigint, pairing bigint, cap bigint, cut bigint, own_value bigint, month_before bigint, over_limit bigint, due bigint, paid bigint, rp bigint) LANGUAGE sql STABLE
  SET jit=off
  SET work_mem=128MB; -- 35a41e002497
GRANT EXECUTE ON FUNCTION bonus_lines_of TO trellis_app;

CREATE FUNCTION bonus_links(p_day date, p_closed boolean, OUT demand bigint, OUT linked bigint, OUT groups jsonb)
  RETURNS record LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET jit=off
  SET search_path=pg_catalog, public, pg_temp
  SET work_mem=64MB; -- 618c4dcd5664
GRANT EXECUTE ON FUNCTION bonus_links TO trellis_app;

CREATE FUNCTION bonus_paid(p_due bigint, p_demand numeric, p_budget bigint)
  RETURNS bigint LANGUAGE sql IMMUTABLE; -- 9dea92f2e7af
GRANT EXECUTE ON FUNCTION bonus_paid TO trellis_app;

CREATE FUNCTION bonus_payout_legs(p_member bigint, p_paid bigint, p_rp bigint)
  RETURNS TABLE(leg integer, account bigint, amount bigint) LANGUAGE sql IMMUTABLE; -- 8abb2e775f54
GRANT EXECUTE ON FUNCTION bonus_payout_legs TO trellis_app;

CREATE FUNCTION bonus_terms_at(p_at timestamp with time zone)
  RETURNS jsonb LANGUAGE sql STABLE; -- c8d3c9629683
GRANT EXECUTE ON FUNCTION bonus_terms_at TO trellis_app;

CREATE FUNCTION bound_inquiries()
  RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 990acc84b7d1

CREATE FUNCTION bound_inquiry_messages()
  RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 0bbec30a71e1

CREATE FUNCTION cancel_days_in(p_days text, p_country text)
  RETURNS integer LANGUAGE sql IMMUTABLE; -- 0cc479a75a75
GRANT EXECUTE ON FUNCTION cancel_days_in TO trellis_app;

CREATE FUNCTION cancel_package(p_journal uuid, p_member bigint, p_package uuid, OUT journal_id uuid, OUT replayed boolean, OUT at timestamp with time zone)
  RETURNS record LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- 455c62c58a3a
GRANT EXECUTE ON FUNCTION cancel_package TO trellis_app;

CREATE FUNCTION carry_out_maturities(p_stakes uuid[], p_journals uuid[], p_address_usable boolean, p_payout_fee bigint)
  RETURNS TABLE(stake uuid, outcome text, reason text, usd bigint) LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET enable_seqscan=off
  SET plan_cache_mode=force_generic_plan
  SET search_path=pg_catalog, public, pg_temp; -- 084452121a5a
GRANT EXECUTE ON FUNCTION carry_out_maturities TO trellis_app;

CREATE FUNCTION chain_fault_payload(p_fault chain_fault)
  RETURNS jsonb LANGUAGE sql STABLE; -- 63eddf12b3d6

CREATE FUNCTION change_operator(p_request bigint, p_by text, p_reason text, p_token bytea, p_token_until timestamp with time zone, p_now timestamp with time zone)
  RETURNS void LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- ce9303bf8cd4
GRANT EXECUTE ON FUNCTION change_operator TO trellis_app;

CREATE FUNCTION check_approval()
  RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 26f2973d6f94

CREATE FUNCTION check_approval_given()
  RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- bac79fc21a3b

CREATE FUNCTION check_erasable(p_member bigint)
  RETURNS void LANGUAGE plpgsql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- 2a1cdc1c5fec
GRANT EXECUTE ON FUNCTION check_erasable TO trellis_app;

CREATE FUNCTION check_factor_reset()
  RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 74e4a7657f3d

CREATE FUNCTION check_invariants(p_since timestamp with time zone DEFAULT NULL::timestamp with time zone)
  RETURNS jsonb LANGUAGE plpgsql VOLATILE
  SET TimeZone=UTC
  SET search_path=pg_catalog, public, pg_temp; -- 1944c2918922

CREATE FUNCTION check_payout()
  RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- a4a5ea3a6873

CREATE FUNCTION check_rate_rest(p_from text, p_to text, p_now timestamp with time zone)
  RETURNS void LANGUAGE plpgsql VOLATILE; -- cafbfe5c7995

CREATE FUNCTION choose_for_stake(p_member bigint, p_stake uuid, p_option integer, p_pay_to text, p_pay_chain text, p_pay_address text, p_accepts_from bigint, OUT chosen stake)
  RETURNS stake LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- 121c2e935a89
GRANT EXECUTE ON FUNCTION choose_for_stake TO trellis_app;

CREATE FUNCTION claim_job(p_name text, p_now timestamp with time zone, p_until timestamp with time zone, p_latest timestamp with time zone)
  RETURNS timestamp with time zone LANGUAGE plpgsql VOLATILE; -- 8a8344fe895f
GRANT EXECUTE ON FUNCTION claim_job TO trellis_app;

CREATE FUNCTION claim_payout(p_withdrawal uuid, p_by text, p_at timestamp with time zone)
  RETURNS void LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 54433492698c
GRANT EXECUTE ON FUNCTION claim_payout TO trellis_app;

CREATE FUNCTION close_approval(p_id bigint, p_at timestamp with time zone)
  RETURNS void LANGUAGE sql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 297e319527ef
GRANT EXECUTE ON FUNCTION close_approval TO trellis_app;

CREATE FUNCTION close_approvals(p_action text, p_subject text, p_at timestamp with time zone)
  RETURNS void LANGUAGE sql VOLATILE
  SET search_path=pg_catalog, public, pg_temp; -- 63d794c359ad

CREATE FUNCTION close_bonus_day(p_journal uuid)
  RETURNS date LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 154695cdf43c
GRANT EXECUTE ON FUNCTION close_bonus_day TO trellis_app;

CREATE FUNCTION close_chain_fault(p_id bigint, p_now timestamp with time zone)
  RETURNS void LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 722f5ade7c06
GRANT EXECUTE ON FUNCTION close_chain_fault TO trellis_app;

CREATE FUNCTION close_chain_fault_by_deposit(p_id bigint, p_deposit bigint, p_now timestamp with time zone)
  RETURNS void LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 52b36acd9245
GRANT EXECUTE ON FUNCTION close_chain_fault_by_deposit TO trellis_app;

CREATE FUNCTION close_release_requests()
  RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- a4f7dbed818c

CREATE FUNCTION correction_cause_fits(p_cause text, p_amount bigint)
  RETURNS boolean LANGUAGE sql IMMUTABLE; -- aa808dee35b7

CREATE FUNCTION count_due_sales(p_limit integer)
  RETURNS integer LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- 668b06081e4c
GRANT EXECUTE ON FUNCTION count_due_sales TO trellis_app;

CREATE FUNCTION count_sales(p_packages uuid[])
  RETURNS void LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- 2b5eb9e080d5

CREATE FUNCTION cp_cost(p_cp bigint, p_numerator bigint, p_denominator bigint)
  RETURNS bigint LANGUAGE sql IMMUTABLE; -- 04ff1ea6c58a
GRANT EXECUTE ON FUNCTION cp_cost TO trellis_app;

CREATE FUNCTION cp_for(p_usd bigint, p_numerator bigint, p_denominator bigint)
  RETURNS bigint LANGUAGE sql IMMUTABLE; -- e10d4f04343a
GRANT EXECUTE ON FUNCTION cp_for TO trellis_app;

CREATE FUNCTION cut_bonus_day()
  RETURNS date LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 78440c5eb1cf
GRANT EXECUTE ON FUNCTION cut_bonus_day TO trellis_app;

CREATE FUNCTION deposit_is_priced(p_deposit deposit_transfer)
  RETURNS boolean LANGUAGE sql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- b9d89b4ac86b

CREATE FUNCTION deposit_is_small(p_deposit deposit_transfer)
  RETURNS boolean LANGUAGE sql VOLATILE
  SET search_path=pg_catalog, public, pg_temp; -- 277768ef9282

CREATE FUNCTION deposit_may_leave_suspense(p_deposit deposit_transfer)
  RETURNS boolean LANGUAGE sql VOLATILE
  SET search_path=pg_catalog, public, pg_temp; -- d7516ce7d0a4

CREATE FUNCTION deposit_rate(p_block_time timestamp with time zone, p_now timestamp with time zone, OUT id bigint, OUT numerator bigint, OUT denominator bigint, OUT late boolean)
  RETURNS SETOF record LANGUAGE sql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- 80ed23b6bb18
GRANT EXECUTE ON FUNCTION deposit_rate TO trellis_app;

CREATE FUNCTION deposit_release_approved(p_deposit deposit_transfer)
  RETURNS boolean LANGUAGE sql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- 16b49c2893ef

CREATE FUNCTION deposit_release_payload(p_deposit deposit_transfer)
  RETURNS jsonb LANGUAGE sql STABLE; -- 87e52f276fff

CREATE FUNCTION deposit_return_approved(p_deposit deposit_transfer)
  RETURNS boolean LANGUAGE sql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- 7ba0e07a01f4

CREATE FUNCTION deposit_return_asked(p_id bigint)
  RETURNS TABLE(deposit bigint, address text) LANGUAGE sql STABLE; -- 1c987150cb0d

CREATE FUNCTION deposit_return_hold_key(p_id bigint)
  RETURNS text LANGUAGE sql IMMUTABLE; -- ec04ebcf8d8e

CREATE FUNCTION deposit_return_key(p_id bigint)
  RETURNS text LANGUAGE sql IMMUTABLE; -- fca846d13937

CREATE FUNCTION deposit_return_paid(p_deposit deposit_transfer)
  RETURNS boolean LANGUAGE sql STABLE; -- 21c5b1d98140

CREATE FUNCTION deposit_return_undone(p_deposit deposit_transfer)
  RETURNS boolean LANGUAGE sql STABLE; -- 9a5fd4f815bf

CREATE FUNCTION deposit_two_from(p_at timestamp with time zone)
  RETURNS bigint LANGUAGE sql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- 28b8301fbc3e
GRANT EXECUTE ON FUNCTION deposit_two_from TO trellis_app;

CREATE FUNCTION deposit_withdrawal_status(p_deposit deposit_transfer)
  RETURNS text LANGUAGE sql STABLE; -- 83965d42395c

CREATE FUNCTION digest_field(p_text text)
  RETURNS text LANGUAGE sql STABLE; -- 08017cda82b1

CREATE FUNCTION digest_time(p_time timestamp with time zone)
  RETURNS text LANGUAGE sql STABLE; -- b7d7369119fd

CREATE FUNCTION due_release_mails(p_limit integer)
  RETURNS TABLE(member bigint, amount text) LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- 87db326bef5f
GRANT EXECUTE ON FUNCTION due_release_mails TO trellis_app;

CREATE FUNCTION end_deposit_return()
  RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- b5a05072fc72

CREATE FUNCTION end_hold(p_id uuid, p_owner bigint, p_key text, p_hash bytea, p_kind text, p_memo jsonb, p_hold uuid, p_accounts bigint[], p_amounts bigint[], OUT journal_id uuid, OUT replayed boolean, OUT at timestamp with time zone, OUT balances bigint[])
  RETURNS record LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 00119486f81f
GRANT EXECUTE ON FUNCTION end_hold TO trellis_app;

CREATE FUNCTION end_payout_claim()
  RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 167fcc9bdc57

CREATE FUNCTION end_payout_freeze(p_reason text)
  RETURNS boolean LANGUAGE plpgsql VOLATILE; -- 1c8faaca43ec

CREATE FUNCTION end_stake_payout()
  RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- 11c4f21564eb

CREATE FUNCTION erase_member(p_request bigint, p_by text, p_reason text, p_now timestamp with time zone)
  RETURNS void LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 9ef2fc531d4d
GRANT EXECUTE ON FUNCTION erase_member TO trellis_app;

CREATE FUNCTION exchange_fee_at(p_from text, p_to text, p_at timestamp with time zone)
  RETURNS TABLE(ppm integer) LANGUAGE sql STABLE; -- c75c7d12d41d
GRANT EXECUTE ON FUNCTION exchange_fee_at TO trellis_app;

CREATE FUNCTION expire_volume(p_after date, p_through date)
  RETURNS void LANGUAGE sql VOLATILE; -- f3cd55b03300

CREATE FUNCTION explain_findings(p_reason text)
  RETURNS bigint LANGUAGE plpgsql VOLATILE; -- 3f3073d4d9c8

CREATE FUNCTION factor_reset_has_lapsed(p_reset factor_reset)
  RETURNS boolean LANGUAGE sql STABLE; -- 49e3962be71c

CREATE FUNCTION factor_reset_is_vouched_for(p_reset factor_reset)
  RETURNS boolean LANGUAGE sql STABLE; -- 3019d54603dc
GRANT EXECUTE ON FUNCTION factor_reset_is_vouched_for TO trellis_app;

CREATE FUNCTION factor_reset_payload(p_reset factor_reset)
  RETURNS jsonb LANGUAGE sql STABLE; -- c065fe4bab67

CREATE FUNCTION factor_reset_wait_at(p_at timestamp with time zone)
  RETURNS interval LANGUAGE sql STABLE; -- 1b90d831224b
GRANT EXECUTE ON FUNCTION factor_reset_wait_at TO trellis_app;

CREATE FUNCTION factor_reset_was_waited_for(p_reset factor_reset)
  RETURNS boolean LANGUAGE sql STABLE; -- 029e90ce5928

CREATE FUNCTION false_alarm_payload(p_freeze bigint, p_verification bigint)
  RETURNS jsonb LANGUAGE sql IMMUTABLE; -- 9e66a43c70b9
GRANT EXECUTE ON FUNCTION false_alarm_payload TO trellis_app;

CREATE FUNCTION feature_used_after(p_now timestamp with time zone)
  RETURNS date LANGUAGE sql IMMUTABLE; -- a996b04bbc05
GRANT EXECUTE ON FUNCTION feature_used_after TO trellis_app;

CREATE FUNCTION fee_of_record(p_record uuid)
  RETURNS TABLE(member bigint, record uuid, booked_by uuid, kind text, unit text, amount bigint, booked_at timestamp with time zone) LANGUAGE plpgsql STABLE
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- ab2d6b6682bd
GRANT EXECUTE ON FUNCTION fee_of_record TO trellis_app;

CREATE FUNCTION fee_return_key(p_journal uuid)
  RETURNS text LANGUAGE sql IMMUTABLE; -- c76887468e9b
GRANT EXECUTE ON FUNCTION fee_return_key TO trellis_app;

CREATE FUNCTION finish_call(p_owner bigint, p_key text, p_status smallint, p_body json)
  RETURNS void LANGUAGE sql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- b21f18acd085
GRANT EXECUTE ON FUNCTION finish_call TO trellis_app;

CREATE FUNCTION forget_old(p_most integer)
  RETURNS TABLE(name text, forgotten integer) LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 5964db26e60d
GRANT EXECUTE ON FUNCTION forget_old TO trellis_app;

CREATE FUNCTION freeze_may_end(p_freeze bigint)
  RETURNS boolean LANGUAGE sql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- 92a6c355c038
GRANT EXECUTE ON FUNCTION freeze_may_end TO trellis_app;

CREATE FUNCTION freeze_payload(p_freeze bigint)
  RETURNS jsonb LANGUAGE sql IMMUTABLE; -- 5cf5ec4baf4e
GRANT EXECUTE ON FUNCTION freeze_payload TO trellis_app;

CREATE FUNCTION freeze_payouts(p_by text, p_reason text)
  RETURNS bigint LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- b201f503aa66
GRANT EXECUTE ON FUNCTION freeze_payouts TO trellis_app;

CREATE FUNCTION give_approval(p_id bigint, p_by text, p_reason text, p_at timestamp with time zone)
  RETURNS boolean LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 5bc00ee21c05
GRANT EXECUTE ON FUNCTION give_approval TO trellis_app;

CREATE FUNCTION guard_lifecycle()
  RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- aab5855c9b33

CREATE FUNCTION guard_operator()
  RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- a0aa2855e217

CREATE FUNCTION guard_terms()
  RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 7c4ccb2f881d

CREATE FUNCTION has_approved_withdrawal(p_withdrawal uuid, p_actor text)
  RETURNS boolean LANGUAGE sql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- e05ad1e00ee4
GRANT EXECUTE ON FUNCTION has_approved_withdrawal TO trellis_app;

CREATE FUNCTION hold(p_id uuid, p_owner bigint, p_key text, p_hash bytea, p_kind text, p_memo jsonb, p_source bigint, p_pending bigint, p_amount bigint, p_limit text, p_limit_unit text, OUT journal_id uuid, OUT replayed boolean, OUT at timestamp with time zone, OUT balances bigint[])
  RETURNS record LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 5cb518122d05
GRANT EXECUTE ON FUNCTION hold TO trellis_app;

CREATE FUNCTION hold_bonus(p_member bigint, p_day date, p_cause text, p_by text, p_reason text, p_now timestamp with time zone)
  RETURNS bigint LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- acfd144fd5f3
GRANT EXECUTE ON FUNCTION hold_bonus TO trellis_app;

CREATE FUNCTION hold_bonus_calendar()
  RETURNS void LANGUAGE sql VOLATILE; -- 5230370474c2

CREATE FUNCTION hold_deposit_return(p_asked approval, p_journal uuid, p_hold uuid, p_withdrawal uuid, p_now timestamp with time zone)
  RETURNS uuid LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- 84726d80ee53

CREATE FUNCTION hold_money(p_id uuid, p_owner bigint, p_key text, p_hash bytea, p_kind text, p_memo jsonb, p_source bigint, p_pending bigint, p_amount bigint, p_limit text, p_limit_unit text, OUT journal_id uuid, OUT replayed boolean, OUT at timestamp with time zone, OUT balances bigint[])
  RETURNS record LANGUAGE plpgsql VOLATILE
  SET search_path=pg_catalog, public, pg_temp; -- 5b4f0d70cc86

CREATE FUNCTION hold_stake_payout(p_id uuid, p_stake uuid, p_withdrawal uuid, OUT hold uuid, OUT amount bigint, OUT origin text)
  RETURNS record LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- a4551fb46c3d
GRANT EXECUTE ON FUNCTION hold_stake_payout TO trellis_app;

CREATE FUNCTION idempotency_lock(p_owner bigint, p_key text)
  RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE; -- fc1a2c40f797
GRANT EXECUTE ON FUNCTION idempotency_lock TO trellis_app;

CREATE FUNCTION interest_of(p_principal bigint, p_apr_ppm bigint, p_days integer)
  RETURNS bigint LANGUAGE sql IMMUTABLE; -- 1b6e9f795ef2
GRANT EXECUTE ON FUNCTION interest_of TO trellis_app;

CREATE FUNCTION is_about_themself(p_actor text, p_asked approval)
  RETURNS boolean LANGUAGE sql STABLE; -- f3c265499bd1
GRANT EXECUTE ON FUNCTION is_about_themself TO trellis_app;

CREATE FUNCTION is_ancestor(a bigint, b bigint)
  RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE; -- d41d8cd98f00
GRANT EXECUTE ON FUNCTION is_ancestor TO trellis_app;

CREATE FUNCTION is_approved(p_asked approval)
  RETURNS boolean LANGUAGE sql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- de836f313b33

CREATE FUNCTION is_authorised_posting(p_owner bigint, p_key text, p_kind text, p_accounts bigint[], p_amounts bigint[], p_limit text, p_limit_unit text, p_limit_amount bigint)
  RETURNS boolean LANGUAGE plpgsql VOLATILE; -- d2b8edbe8496

CREATE FUNCTION is_bonus_day_over(p_calendar bonus_calendar)
  RETURNS boolean LANGUAGE sql VOLATILE; -- 1b92e980cfdb

CREATE FUNCTION is_denied_address(p_chain text, p_address text)
  RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- e454d03efd4b
GRANT EXECUTE ON FUNCTION is_denied_address TO trellis_app;

CREATE FUNCTION is_fresh_code(p_member member, p_step bigint)
  RETURNS boolean LANGUAGE sql VOLATILE; -- 1932b38ec6da
GRANT EXECUTE ON FUNCTION is_fresh_code TO trellis_app;

CREATE FUNCTION is_home()
  RETURNS boolean LANGUAGE sql STABLE; -- 6bd620c4c693
GRANT EXECUTE ON FUNCTION is_home TO trellis_app;

CREATE FUNCTION is_own_account(p_actor text, p_member bigint)
  RETURNS boolean LANGUAGE sql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- 84a45653adde
GRANT EXECUTE ON FUNCTION is_own_account TO trellis_app;

CREATE FUNCTION is_owners_session()
  RETURNS boolean LANGUAGE sql STABLE; -- e2ebc4001816

CREATE FUNCTION is_sold_in(p_sale jsonb, p_country text)
  RETURNS boolean LANGUAGE sql IMMUTABLE; -- 557b7961324d
GRANT EXECUTE ON FUNCTION is_sold_in TO trellis_app;

CREATE FUNCTION is_sold_to(p_product text, p_member bigint, p_at timestamp with time zone)
  RETURNS boolean LANGUAGE sql STABLE; -- 2de0f26b4743
GRANT EXECUTE ON FUNCTION is_sold_to TO trellis_app;

CREATE FUNCTION is_whole_announcement(p_texts jsonb)
  RETURNS boolean LANGUAGE sql IMMUTABLE; -- b50c42e7cfcf

CREATE FUNCTION issue_certificates(p_packages uuid[], p_jsons text[])
  RETURNS void LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- 42f5acaf71cf
GRANT EXECUTE ON FUNCTION issue_certificates TO trellis_app;

CREATE FUNCTION job_failed(p_name text, p_now timestamp with time zone, p_next timestamp with time zone, p_alarming timestamp with time zone, p_error text)
  RETURNS boolean LANGUAGE plpgsql VOLATILE; -- 160674b21244
GRANT EXECUTE ON FUNCTION job_failed TO trellis_app;

CREATE FUNCTION job_queues()
  RETURNS TABLE(job text, waiting integer, oldest_at timestamp with time zone) LANGUAGE sql STABLE SECURITY DEFINER
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- 7a2978639ac2
GRANT EXECUTE ON FUNCTION job_queues TO trellis_app;

CREATE FUNCTION journal_exists(p_owner bigint, p_key text)
  RETURNS boolean LANGUAGE sql STABLE; -- 23246dedb440
GRANT EXECUTE ON FUNCTION journal_exists TO trellis_app;

CREATE FUNCTION leave_home(p_by text, p_reason text)
  RETURNS void LANGUAGE sql VOLATILE; -- 139c42789889

CREATE FUNCTION lock_accounts(p_accounts bigint[])
  RETURNS void LANGUAGE sql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- d9aba8f3e95f
GRANT EXECUTE ON FUNCTION lock_accounts TO trellis_app;

CREATE FUNCTION lock_certificates()
  RETURNS void LANGUAGE sql VOLATILE; -- cb6f3f2a7016
GRANT EXECUTE ON FUNCTION lock_certificates TO trellis_app;

CREATE FUNCTION lock_due_stakes(p_limit integer, p_member bigint)
  RETURNS uuid[] LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- d7cb3662a2ca
GRANT EXECUTE ON FUNCTION lock_due_stakes TO trellis_app;

CREATE FUNCTION lock_package_accounts(p_members bigint[])
  RETURNS void LANGUAGE plpgsql VOLATILE
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- 04efbc3b9c7e

CREATE FUNCTION lock_rank(p_account bigint)
  RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE; -- 26bebf329293

CREATE FUNCTION lock_stake(p_member bigint, p_stake uuid)
  RETURNS stake LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- 3dc4110a6c07
GRANT EXECUTE ON FUNCTION lock_stake TO trellis_app;

CREATE FUNCTION lock_stake_accounts(p_member bigint)
  RETURNS void LANGUAGE plpgsql VOLATILE
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- d7349b0cc775

CREATE FUNCTION lock_terms()
  RETURNS void LANGUAGE sql VOLATILE; -- 73b77f3d8c6e
GRANT EXECUTE ON FUNCTION lock_terms TO trellis_app;

CREATE FUNCTION look_at_payout_end()
  RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 8a7de3934570

CREATE FUNCTION make_quote(p_owner bigint, p_id uuid, p_from text, p_to text, p_given bigint, p_now timestamp with time zone)
  RETURNS exchange_quote LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 94867656699c
GRANT EXECUTE ON FUNCTION make_quote TO trellis_app;

CREATE FUNCTION market_rate_at(p_base text, p_quote text, p_at timestamp with time zone, OUT id bigint, OUT numerator bigint, OUT denominator bigint, OUT since timestamp with time zone, OUT stale boolean)
  RETURNS SETOF record LANGUAGE sql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- b20d57d52169
GRANT EXECUTE ON FUNCTION market_rate_at TO trellis_app;

CREATE FUNCTION market_rate_payload(p_rate market_rate)
  RETURNS jsonb LANGUAGE sql STABLE; -- 26c5a2db2398

CREATE FUNCTION maturing_stakes(p_limit integer)
  RETURNS TABLE(stake uuid, member bigint, language text, cp text, matures_on text, option integer) LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- 85d959a64e3f
GRANT EXECUTE ON FUNCTION maturing_stakes TO trellis_app;

CREATE FUNCTION maturity_option(p_name text)
  RETURNS smallint LANGUAGE sql IMMUTABLE; -- 52fcba87f808
GRANT EXECUTE ON FUNCTION maturity_option TO trellis_app;

CREATE FUNCTION may_approve(p_action text, p_actor text, p_asks boolean)
  RETURNS boolean LANGUAGE sql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- 430c48030012
GRANT EXECUTE ON FUNCTION may_approve TO trellis_app;

CREATE FUNCTION may_end_hold(p_held money_hold, p_kind text, p_accounts bigint[], p_amounts bigint[])
  RETURNS boolean LANGUAGE plpgsql STABLE; -- 35ff0bd74225

CREATE FUNCTION may_move(p_subject text, p_from text, p_to text, p_who text)
  RETURNS boolean LANGUAGE sql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- 5ad31cce7819
GRANT EXECUTE ON FUNCTION may_move TO trellis_app;

CREATE FUNCTION member_of_approval(p_asked approval)
  RETURNS bigint LANGUAGE sql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- 3495a756e6a2
GRANT EXECUTE ON FUNCTION member_of_approval TO trellis_app;

CREATE FUNCTION member_of_payout(p_payout bigint)
  RETURNS bigint LANGUAGE sql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- f217be071212
GRANT EXECUTE ON FUNCTION member_of_payout TO trellis_app;

CREATE FUNCTION money_limit_at(p_operation text, p_unit text, p_at timestamp with time zone)
  RETURNS TABLE(minimum bigint, maximum bigint, day_maximum bigint, fee bigint) LANGUAGE sql STABLE; -- dbd72a276e33
GRANT EXECUTE ON FUNCTION money_limit_at TO trellis_app;

CREATE FUNCTION move_withdrawal()
  RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 19fc9848f49f

CREATE FUNCTION network_of(p_address text)
  RETURNS text LANGUAGE plpgsql STABLE; -- c61c83b6327c

CREATE FUNCTION new_erased_name()
  RETURNS text LANGUAGE plpgsql VOLATILE
  SET search_path=pg_catalog, public, pg_temp; -- 96abb3f934e7

CREATE FUNCTION note_username_skeleton()
  RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- f6ca4e6fac87

CREATE FUNCTION notice_transfers(p_limit integer)
  RETURNS boolean LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- e9e3d177ab2d
GRANT EXECUTE ON FUNCTION notice_transfers TO trellis_app;

CREATE FUNCTION notice_transfers_between(p_from timestamp with time zone, p_to timestamp with time zone, p_limit integer)
  RETURNS timestamp with time zone LANGUAGE plpgsql VOLATILE
  SET enable_seqscan=off; -- 5f012dce827e

CREATE FUNCTION notify_withdrawal()
  RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 0eb9c6e4352c

CREATE FUNCTION one_person(p_actor text)
  RETURNS text LANGUAGE sql IMMUTABLE; -- 4dadea96e6ff

CREATE FUNCTION open_approval(p_action text, p_subject text, p_payload jsonb, p_same text[], p_by text, p_reason text, p_now timestamp with time zone, p_expires_at timestamp with time zone)
  RETURNS bigint LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 2d5bf84d5dd0

CREATE FUNCTION own_rate_changes(p_pair smallint, p_by text, p_since timestamp with time zone)
  RETURNS numeric LANGUAGE sql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- ceb0633eefcb

CREATE FUNCTION own_rate_changes_count(p_pair smallint, p_by text, p_since timestamp with time zone)
  RETURNS bigint LANGUAGE sql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- 0f7dfe5d1e17

CREATE FUNCTION own_rate_changes_most()
  RETURNS integer LANGUAGE sql IMMUTABLE; -- a00202cfb8d9

CREATE FUNCTION package_cancel_days(p_member bigint, p_at timestamp with time zone)
  RETURNS integer LANGUAGE sql STABLE; -- d6f5afa4ab3b
GRANT EXECUTE ON FUNCTION package_cancel_days TO trellis_app;

CREATE FUNCTION package_cancelling(p_member bigint, p_at timestamp with time zone, OUT days integer, OUT rests_until timestamp with time zone, OUT room bigint)
  RETURNS record LANGUAGE sql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- f5eaa066c305
GRANT EXECUTE ON FUNCTION package_cancelling TO trellis_app;

CREATE FUNCTION package_earnings(p_terms jsonb, p_level text, p_custom bigint)
  RETURNS TABLE(refused text, level text, price bigint, loops integer, apr_ppm bigint, full_reward bigint) LANGUAGE sql IMMUTABLE; -- 8ca0f4af03ad
GRANT EXECUTE ON FUNCTION package_earnings TO trellis_app;

CREATE FUNCTION package_facts(p_members bigint[], p_at timestamp with time zone)
  RETURNS TABLE(member bigint, facts jsonb) LANGUAGE plpgsql STABLE; -- 946718af39ce
GRANT EXECUTE ON FUNCTION package_facts TO trellis_app;

CREATE FUNCTION package_loop_changes()
  RETURNS trigger LANGUAGE plpgsql VOLATILE; -- 2564fb49eb30

CREATE FUNCTION package_loop_key(p_package uuid, p_n integer)
  RETURNS text LANGUAGE sql STABLE; -- 9b415711fac3
GRANT EXECUTE ON FUNCTION package_loop_key TO trellis_app;

CREATE FUNCTION package_parts(p_price bigint, p_reward bigint, p_loops integer, p_loop_days integer, p_start_day date)
  RETURNS TABLE(n integer, due_on date, value bigint, reward bigint) LANGUAGE sql IMMUTABLE; -- 63a13f9623a7
GRANT EXECUTE ON FUNCTION package_parts TO trellis_app;

CREATE FUNCTION package_parts_json(p_price bigint, p_reward bigint, p_loops integer, p_loop_days integer, p_start_day date)
  RETURNS json LANGUAGE sql STABLE; -- a146841a7252
GRANT EXECUTE ON FUNCTION package_parts_json TO trellis_app;

CREATE FUNCTION package_purchase_legs(p_member bigint, p_price bigint, p_rp bigint, p_reward bigint)
  RETURNS TABLE(leg integer, account bigint, amount bigint) LANGUAGE sql IMMUTABLE; -- 81bb081a4814
GRANT EXECUTE ON FUNCTION package_purchase_legs TO trellis_app;

CREATE FUNCTION package_quote_of(p_member bigint, p_order jsonb, p_at timestamp with time zone)
  RETURNS TABLE(refused text, "planType" text, level text, price bigint, rp bigint, "rpMaximum" bigint, "fullReward" bigint, reward bigint, days integer, "startDay" date, "cancelUntil" timestamp with time zone, loops json, "bestUsd" bigint, "zeroUsd" bigint, "restsUntil" timestamp with time zone, "cancelRoom" bigint) LANGUAGE sql STABLE; -- 680e4d32de99
GRANT EXECUTE ON FUNCTION package_quote_of TO trellis_app;

CREATE FUNCTION package_release_legs(p_member bigint, p_value bigint, p_reward bigint)
  RETURNS TABLE(leg integer, account bigint, amount bigint) LANGUAGE sql IMMUTABLE; -- 66f2e64bc098
GRANT EXECUTE ON FUNCTION package_release_legs TO trellis_app;

CREATE FUNCTION package_terms_at(p_at timestamp with time zone)
  RETURNS jsonb LANGUAGE sql STABLE; -- 15cc107801d5
GRANT EXECUTE ON FUNCTION package_terms_at TO trellis_app;

CREATE FUNCTION part_of(p_whole bigint, p_parts integer, p_n integer)
  RETURNS bigint LANGUAGE sql IMMUTABLE; -- db14b0c2da49
GRANT EXECUTE ON FUNCTION part_of TO trellis_app;

CREATE FUNCTION pay_bonuses(p_ids uuid[], p_member bigint, OUT due integer, OUT paid integer)
  RETURNS record LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- 5d9ddaf528a4
GRANT EXECUTE ON FUNCTION pay_bonuses TO trellis_app;

CREATE FUNCTION payload_digest(p_payload jsonb)
  RETURNS bytea LANGUAGE sql STABLE; -- 42908b5523a7
GRANT EXECUTE ON FUNCTION payload_digest TO trellis_app;

CREATE FUNCTION payout_amounts(p_unit text, p_amount bigint, p_asset text, p_at timestamp with time zone, OUT rate bigint, OUT worth bigint, OUT gross bigint)
  RETURNS record LANGUAGE sql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- a63de978bf39
GRANT EXECUTE ON FUNCTION payout_amounts TO trellis_app;

CREATE FUNCTION payout_approval(p_payout withdrawal_payout)
  RETURNS bigint LANGUAGE sql STABLE; -- bad0c4306625

CREATE FUNCTION payout_by_another(p_payout withdrawal_payout)
  RETURNS boolean LANGUAGE sql STABLE; -- e8233234142c

CREATE FUNCTION payout_end_is_due(p_payout withdrawal_payout)
  RETURNS boolean LANGUAGE sql STABLE; -- a5e4bea1665e

CREATE FUNCTION payout_is_allowed(p_payout withdrawal_payout)
  RETURNS boolean LANGUAGE sql STABLE; -- 94b2dbe1c9d2

CREATE FUNCTION payout_is_claimed(p_payout withdrawal_payout)
  RETURNS boolean LANGUAGE sql STABLE; -- 31d37cd3f3cb

CREATE FUNCTION payout_is_unknown(p_payout withdrawal_payout)
  RETURNS boolean LANGUAGE sql STABLE; -- 87aa802c4417
GRANT EXECUTE ON FUNCTION payout_is_unknown TO trellis_app;

CREATE FUNCTION payout_is_vouched_for(p_payout withdrawal_payout)
  RETURNS boolean LANGUAGE sql VOLATILE; -- 688d2848be8a

CREATE FUNCTION payout_may_come_until(p_payout withdrawal_payout)
  RETURNS timestamp with time zone LANGUAGE sql STABLE; -- ab98c33147c8
GRANT EXECUTE ON FUNCTION payout_may_come_until TO trellis_app;

CREATE FUNCTION payout_owner_free(p_payout withdrawal_payout)
  RETURNS boolean LANGUAGE sql VOLATILE; -- 1fe8b5051805

CREATE FUNCTION payout_payload(p_payout withdrawal_payout)
  RETURNS jsonb LANGUAGE sql STABLE; -- b4ed3ceeaba3

CREATE FUNCTION payout_settlement_approved(p_payout withdrawal_payout)
  RETURNS boolean LANGUAGE sql STABLE; -- 0b7c5ec7ff2a

CREATE FUNCTION payout_settlement_payload(p_payout withdrawal_payout)
  RETURNS jsonb LANGUAGE sql STABLE; -- 5600df028add

CREATE FUNCTION payout_void_from(p_payout withdrawal_payout)
  RETURNS timestamp with time zone LANGUAGE sql STABLE; -- 072afc647a14
GRANT EXECUTE ON FUNCTION payout_void_from TO trellis_app;

CREATE FUNCTION payout_was_voided(p_payout withdrawal_payout)
  RETURNS boolean LANGUAGE sql IMMUTABLE; -- 9e1c9bbf1ccd
GRANT EXECUTE ON FUNCTION payout_was_voided TO trellis_app;

CREATE FUNCTION period_state(p_during tstzrange, p_at timestamp with time zone)
  RETURNS text LANGUAGE sql IMMUTABLE; -- a11cb8e4f0df
GRANT EXECUTE ON FUNCTION period_state TO trellis_app;

CREATE FUNCTION person_of(p_actor text)
  RETURNS text LANGUAGE sql IMMUTABLE; -- 00c3888c7f90
GRANT EXECUTE ON FUNCTION person_of TO trellis_app;

CREATE FUNCTION pool_funding_key(p_request text)
  RETURNS text LANGUAGE sql IMMUTABLE; -- 10733f3ab71e

CREATE FUNCTION post(p_id uuid, p_owner bigint, p_key text, p_hash bytea, p_kind text, p_memo jsonb, p_accounts bigint[], p_amounts bigint[], p_limit text, p_limit_unit text, p_limit_amount bigint, OUT journal_id uuid, OUT replayed boolean, OUT at timestamp with time zone, OUT balances bigint[])
  RETURNS record LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- 5d6e6f2d423f
GRANT EXECUTE ON FUNCTION post TO trellis_app;

CREATE FUNCTION post_bonus_correction(p_request bigint, p_journal uuid, p_by text, p_reason text, p_now timestamp with time zone)
  RETURNS void LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- ba688e3e75d5
GRANT EXECUTE ON FUNCTION post_bonus_correction TO trellis_app;

CREATE FUNCTION post_exchange(p_id uuid, p_owner bigint, p_key text, p_hash bytea, p_kind text, p_memo jsonb, p_quote uuid, p_now timestamp with time zone, OUT journal_id uuid, OUT replayed boolean, OUT at timestamp with time zone, OUT balances bigint[])
  RETURNS record LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- b5ced46c7b08
GRANT EXECUTE ON FUNCTION post_exchange TO trellis_app;

CREATE FUNCTION post_fee_return(p_request bigint, p_journal uuid, p_by text, p_reason text, p_now timestamp with time zone)
  RETURNS void LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- ec4354b35ea7
GRANT EXECUTE ON FUNCTION post_fee_return TO trellis_app;

CREATE FUNCTION post_journal(p_id uuid, p_owner bigint, p_key text, p_hash bytea, p_kind text, p_memo jsonb, p_accounts bigint[], p_amounts bigint[], p_limit text, p_limit_unit text, p_limit_amount bigint, OUT journal_id uuid, OUT replayed boolean, OUT at timestamp with time zone, OUT balances bigint[])
  RETURNS record LANGUAGE plpgsql VOLATILE
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- 73c932e08b59

CREATE FUNCTION post_many(p_ids uuid[], p_owners bigint[], p_keys text[], p_hashes bytea[], p_kinds text[], p_memos jsonb[], p_limits text[], p_limit_units text[], p_limit_amounts bigint[], p_places integer[], p_accounts bigint[], p_amounts bigint[], p_code_steps bigint[], v_owners boolean, OUT at timestamp with time zone, OUT places integer[], OUT balances bigint[])
  RETURNS record LANGUAGE plpgsql VOLATILE
  SET enable_seqscan=off
  SET plan_cache_mode=force_generic_plan
  SET search_path=pg_catalog, public, pg_temp; -- 5c92be62e468

CREATE FUNCTION post_pool_funding(p_request bigint, p_journal uuid, p_by text, p_reason text, p_now timestamp with time zone)
  RETURNS void LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 646af120504a
GRANT EXECUTE ON FUNCTION post_pool_funding TO trellis_app;

CREATE FUNCTION post_transfers(p_ids uuid[], p_owners bigint[], p_keys text[], p_hashes bytea[], p_kinds text[], p_memos jsonb[], p_limits text[], p_limit_units text[], p_limit_amounts bigint[], p_places integer[], p_accounts bigint[], p_amounts bigint[], p_code_steps bigint[], OUT at timestamp with time zone, OUT places integer[], OUT balances bigint[])
  RETURNS record LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 22f62808958a
GRANT EXECUTE ON FUNCTION post_transfers TO trellis_app;

CREATE FUNCTION posting_seq_before(p_account bigint, p_time timestamp with time zone)
  RETURNS bigint LANGUAGE plpgsql STABLE; -- d98bd3c2c269
GRANT EXECUTE ON FUNCTION posting_seq_before TO trellis_app;

CREATE FUNCTION price_deposit(p_id bigint, p_now timestamp with time zone)
  RETURNS SETOF deposit_transfer LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 2d978a3957e1
GRANT EXECUTE ON FUNCTION price_deposit TO trellis_app;

CREATE FUNCTION product_now()
  RETURNS timestamp with time zone LANGUAGE sql VOLATILE; -- d5476ec794ca
GRANT EXECUTE ON FUNCTION product_now TO trellis_app;

CREATE FUNCTION propose_rule(p_subject text, p_key text, p_value jsonb, p_from timestamp with time zone, p_by text, p_reason text, p_now timestamp with time zone)
  RETURNS bigint LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- df26bafc8f1f
GRANT EXECUTE ON FUNCTION propose_rule TO trellis_app;

CREATE FUNCTION publish_terms(p_request bigint, p_by text, p_reason text, p_now timestamp with time zone)
  RETURNS integer LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 0c7a7104ac04
GRANT EXECUTE ON FUNCTION publish_terms TO trellis_app;

CREATE FUNCTION purchase_packages(p_orders jsonb)
  RETURNS TABLE(place integer, refused text, replayed boolean, id uuid, reference uuid, at timestamp with time zone, "planType" text, level text, price bigint, rp bigint, reward bigint, days integer, "startDay" date, loops json, "rpMaximum" bigint, "restsUntil" timestamp with time zone, "cancelRoom" bigint) LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET enable_seqscan=off
  SET plan_cache_mode=force_generic_plan
  SET search_path=pg_catalog, public, pg_temp; -- d72bc853201b
GRANT EXECUTE ON FUNCTION purchase_packages TO trellis_app;

CREATE FUNCTION push_notices()
  RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- f17ff8e9ead6

CREATE FUNCTION quote_package(p_terms jsonb, p_order jsonb, p_facts jsonb, p_free bigint)
  RETURNS TABLE(refused text, "planType" text, level text, price bigint, rp bigint, "rpMaximum" bigint, "fullReward" bigint, reward bigint, "aprPpm" bigint, loops integer, "loopDays" integer, "startDay" date, "cancelUntil" timestamp with time zone) LANGUAGE sql STABLE; -- a150b1905e91
GRANT EXECUTE ON FUNCTION quote_package TO trellis_app;

CREATE FUNCTION quote_stake(p_terms jsonb, p_order jsonb, p_facts jsonb, p_free bigint)
  RETURNS TABLE(refused text, cp bigint, cost bigint, change bigint, "fullReward" bigint, reward bigint, "rewardCp" bigint, "startDay" date, "termDays" integer, "maturesOn" date) LANGUAGE sql STABLE; -- bf1dac48dbfc
GRANT EXECUTE ON FUNCTION quote_stake TO trellis_app;

CREATE FUNCTION quote_validity_at(p_at timestamp with time zone)
  RETURNS interval LANGUAGE sql STABLE; -- 77e020847d07
GRANT EXECUTE ON FUNCTION quote_validity_at TO trellis_app;

CREATE FUNCTION rate_changes(p_pair smallint, p_within tstzrange)
  RETURNS TABLE(begins timestamp with time zone, set_by text, set_at timestamp with time zone, alone boolean) LANGUAGE sql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- b12f2a6372b1
GRANT EXECUTE ON FUNCTION rate_changes TO trellis_app;

CREATE FUNCTION rate_pair_rule_at(p_base text, p_quote text, p_at timestamp with time zone)
  RETURNS TABLE(maximum_age interval, jump_ppm integer) LANGUAGE sql STABLE; -- 24531046b61a
GRANT EXECUTE ON FUNCTION rate_pair_rule_at TO trellis_app;

CREATE FUNCTION rate_rest()
  RETURNS interval LANGUAGE sql IMMUTABLE; -- 30a5130a58fc

CREATE FUNCTION rate_rests_until(p_base text, p_quote text, p_at timestamp with time zone)
  RETURNS timestamp with time zone LANGUAGE sql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- b873525b9c7f

CREATE FUNCTION readiness(OUT writes boolean, OUT at timestamp with time zone)
  RETURNS record LANGUAGE plpgsql VOLATILE; -- 8f620188d707
GRANT EXECUTE ON FUNCTION readiness TO trellis_app;

CREATE FUNCTION recall_announcement(p_id bigint, p_by text, p_reason text, p_now timestamp with time zone)
  RETURNS void LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- bee398a7de01
GRANT EXECUTE ON FUNCTION recall_announcement TO trellis_app;

CREATE FUNCTION record_audit(p_actor text, p_action text, p_subject text, p_reason text, p_before jsonb, p_after jsonb, p_request_id text)
  RETURNS bigint LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 5690460f0a33
GRANT EXECUTE ON FUNCTION record_audit TO trellis_app;

CREATE FUNCTION red_verification()
  RETURNS bigint LANGUAGE sql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- dd1b9270a91a
GRANT EXECUTE ON FUNCTION red_verification TO trellis_app;

CREATE FUNCTION refuse_approval(p_id bigint, p_by text, p_reason text, p_at timestamp with time zone)
  RETURNS void LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- b2eaef663112
GRANT EXECUTE ON FUNCTION refuse_approval TO trellis_app;

CREATE FUNCTION refuse_change()
  RETURNS trigger LANGUAGE plpgsql VOLATILE; -- a42069f66599

CREATE FUNCTION refuse_frozen_payout()
  RETURNS trigger LANGUAGE plpgsql VOLATILE
  SET search_path=pg_catalog, public, pg_temp; -- ad78f634a0b9

CREATE FUNCTION refuse_own_account()
  RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- d4d9654cadf8

CREATE FUNCTION refuse_own_answer()
  RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 46260737d718

CREATE FUNCTION refuse_rate_slip(p_rate market_rate, p_now timestamp with time zone, p_from timestamp with time zone)
  RETURNS void LANGUAGE plpgsql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- d610bf1c83f4

CREATE FUNCTION release_bonus_hold(p_id bigint, p_by text, p_reason text, p_now timestamp with time zone)
  RETURNS void LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 5fd6a2367464
GRANT EXECUTE ON FUNCTION release_bonus_hold TO trellis_app;

CREATE FUNCTION release_deposit(p_id bigint, p_usd bigint, p_rate bigint, p_at timestamp with time zone)
  RETURNS void LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 74a0e6edf944
GRANT EXECUTE ON FUNCTION release_deposit TO trellis_app;

CREATE FUNCTION release_packages(p_ids uuid[], p_member bigint, OUT due integer, OUT released integer)
  RETURNS record LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- 32afe4999a7e
GRANT EXECUTE ON FUNCTION release_packages TO trellis_app;

CREATE FUNCTION release_payout_claim(p_withdrawal uuid, p_by text, p_at timestamp with time zone)
  RETURNS void LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- aeed4db91524
GRANT EXECUTE ON FUNCTION release_payout_claim TO trellis_app;

CREATE FUNCTION replace_plans(p_id bigint)
  RETURNS void LANGUAGE sql VOLATILE; -- 5f1f30042c34

CREATE FUNCTION request_approval(p_action text, p_subject text, p_payload jsonb, p_same text[], p_by text, p_reason text, p_now timestamp with time zone, p_expires_at timestamp with time zone)
  RETURNS bigint LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 42e3682a09fe
GRANT EXECUTE ON FUNCTION request_approval TO trellis_app;

CREATE FUNCTION request_for(p_action text, p_number bigint)
  RETURNS bigint LANGUAGE sql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- 6b4a66524ee0

CREATE FUNCTION requests_at(p_action text, p_at timestamp with time zone)
  RETURNS TABLE(id bigint, action text, subject text, payload jsonb, username text, requested_by text, requested_at timestamp with time zone, reason text, expires_at timestamp with time zone, state text, decided_by text, decided_at timestamp with time zone, decided_reason text) LANGUAGE sql STABLE; -- 0673cad242fc
GRANT EXECUTE ON FUNCTION requests_at TO trellis_app;

CREATE FUNCTION reverse_journal(p_id uuid, p_owner bigint, p_key text, p_hash bytea, p_kind text, p_memo jsonb, p_journal uuid, OUT journal_id uuid, OUT replayed boolean, OUT at timestamp with time zone, OUT balances bigint[])
  RETURNS record LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- df32c77bd3ea

CREATE FUNCTION review_again(p_person text, p_at timestamp with time zone)
  RETURNS void LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- a56cdb79e607

CREATE FUNCTION review_withdrawal_again(p_withdrawal uuid, p_at timestamp with time zone)
  RETURNS void LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- b2e8913e262e

CREATE FUNCTION rule_at(p_subject text, p_key text, p_at timestamp with time zone)
  RETURNS SETOF rule LANGUAGE sql STABLE; -- 35e8bc0b7533
GRANT EXECUTE ON FUNCTION rule_at TO trellis_app;

CREATE FUNCTION rule_jumps(p_subject text, p_key text, p_value jsonb, p_from timestamp with time zone, p_now timestamp with time zone)
  RETURNS boolean LANGUAGE sql STABLE; -- 85a30316a109
GRANT EXECUTE ON FUNCTION rule_jumps TO trellis_app;

CREATE FUNCTION rule_leaps(p_subject text, p_old jsonb, p_new jsonb)
  RETURNS boolean LANGUAGE sql STABLE; -- e18611abf8d8
GRANT EXECUTE ON FUNCTION rule_leaps TO trellis_app;

CREATE FUNCTION rule_wanted_from(p_payload jsonb)
  RETURNS timestamp with time zone LANGUAGE sql IMMUTABLE; -- 4efbb5fbce04
GRANT EXECUTE ON FUNCTION rule_wanted_from TO trellis_app;

CREATE FUNCTION seal_horizon()
  RETURNS timestamp with time zone LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 4d7c8e9f0cf6

CREATE FUNCTION seal_next(p_limit integer)
  RETURNS TABLE(number bigint, up_to timestamp with time zone, journals integer, digest bytea, more boolean) LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET enable_nestloop=off
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- 3edfa827d1d9
GRANT EXECUTE ON FUNCTION seal_next TO trellis_app;

CREATE FUNCTION seal_range_end(p_from timestamp with time zone, p_horizon timestamp with time zone, p_limit integer)
  RETURNS timestamp with time zone LANGUAGE plpgsql STABLE
  SET enable_seqscan=off; -- 39d248c6dc5c

CREATE FUNCTION set_market_rate(p_base text, p_quote text, p_numerator bigint, p_denominator bigint, p_source text, p_from timestamp with time zone, p_by text, p_now timestamp with time zone, p_reason text)
  RETURNS market_rate LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 1cc12ca8d1dc
GRANT EXECUTE ON FUNCTION set_market_rate TO trellis_app;

CREATE FUNCTION set_rule(p_subject text, p_key text, p_value jsonb, p_from timestamp with time zone, p_by text, p_reason text, p_now timestamp with time zone)
  RETURNS bigint LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 54f04693a4c5
GRANT EXECUTE ON FUNCTION set_rule TO trellis_app;

CREATE FUNCTION sets_rule(p_actor text, p_asked approval)
  RETURNS boolean LANGUAGE plpgsql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- 76f74331d222
GRANT EXECUTE ON FUNCTION sets_rule TO trellis_app;

CREATE FUNCTION share_of(p_amount bigint, p_ppm bigint)
  RETURNS bigint LANGUAGE sql IMMUTABLE; -- 6032451bf86b
GRANT EXECUTE ON FUNCTION share_of TO trellis_app;

CREATE FUNCTION side_below(a bigint, b bigint)
  RETURNS smallint LANGUAGE sql STABLE PARALLEL SAFE; -- d41d8cd98f00
GRANT EXECUTE ON FUNCTION side_below TO trellis_app;

CREATE FUNCTION stake_after_payout(p_paid boolean)
  RETURNS text LANGUAGE sql IMMUTABLE; -- 59b15a49e308
GRANT EXECUTE ON FUNCTION stake_after_payout TO trellis_app;

CREATE FUNCTION stake_ahead(p_cp bigint, p_numerator bigint, p_denominator bigint, p_apr_ppm integer, p_days integer, p_free bigint)
  RETURNS json LANGUAGE sql STABLE; -- c212d56a5da9
GRANT EXECUTE ON FUNCTION stake_ahead TO trellis_app;

CREATE FUNCTION stake_choice_closes_at(p_stake stake)
  RETURNS timestamp with time zone LANGUAGE sql IMMUTABLE; -- d844721e53f4
GRANT EXECUTE ON FUNCTION stake_choice_closes_at TO trellis_app;

CREATE FUNCTION stake_counts_on_withdrawals(p_member bigint)
  RETURNS boolean LANGUAGE sql STABLE; -- 07d5a5c793c2
GRANT EXECUTE ON FUNCTION stake_counts_on_withdrawals TO trellis_app;

CREATE FUNCTION stake_facts(p_member bigint, p_at timestamp with time zone)
  RETURNS jsonb LANGUAGE plpgsql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- ad5eb64ae0d1
GRANT EXECUTE ON FUNCTION stake_facts TO trellis_app;

CREATE FUNCTION stake_journals(p_stake uuid, p_term integer, p_cp bigint, p_basis bigint, p_reward bigint, p_state text, p_applications integer, p_next_cp bigint, p_next_basis bigint, p_next_reward bigint)
  RETURNS TABLE(place integer, kind text, key text, usd bigint, cp bigint, reserve bigint, pool bigint, promised bigint) LANGUAGE sql STABLE; -- 0d4e5a534b49
GRANT EXECUTE ON FUNCTION stake_journals TO trellis_app;

CREATE FUNCTION stake_legs(p_member bigint, p_usd bigint, p_cp bigint, p_reserve bigint, p_pool bigint, p_promised bigint, OUT accounts bigint[], OUT amounts bigint[])
  RETURNS record LANGUAGE sql IMMUTABLE; -- 49e0bd8a19d4

CREATE FUNCTION stake_maturity(p_stake stake, p_apr_ppm integer, p_term_days integer, p_choice_closes interval, p_withdrawal_minimum bigint, p_free bigint, p_usd bigint, p_usd_since bigint, p_open boolean, p_suspended boolean, p_locked boolean, p_address_usable boolean, p_payout_fee bigint, OUT outcome text, OUT reason text, OUT pays bigint, OUT next stake)
  RETURNS record LANGUAGE plpgsql IMMUTABLE; -- 4d23fde083b3
GRANT EXECUTE ON FUNCTION stake_maturity TO trellis_app;

CREATE FUNCTION stake_moves(p_member bigint, p_usd bigint, p_cp bigint, p_reserve bigint, p_pool bigint, p_promised bigint)
  RETURNS TABLE(leg integer, account bigint, amount bigint) LANGUAGE sql IMMUTABLE; -- e0e7ad54b31f
GRANT EXECUTE ON FUNCTION stake_moves TO trellis_app;

CREATE FUNCTION stake_quote_of(p_member bigint, p_order jsonb, p_rate jsonb, p_at timestamp with time zone)
  RETURNS TABLE(refused text, cp bigint, cost bigint, change bigint, "fullReward" bigint, reward bigint, "rewardCp" bigint, "startDay" date, "termDays" integer, "maturesOn" date) LANGUAGE sql STABLE; -- 7384eee5ae43
GRANT EXECUTE ON FUNCTION stake_quote_of TO trellis_app;

CREATE FUNCTION stake_terms_at(p_at timestamp with time zone)
  RETURNS TABLE(minimum bigint, maximum bigint, contracts integer, term_days integer, apr_ppm integer, choice_closes interval) LANGUAGE sql STABLE; -- 9a7980f1454e
GRANT EXECUTE ON FUNCTION stake_terms_at TO trellis_app;

CREATE FUNCTION stake_usd_since(p_stake stake)
  RETURNS bigint LANGUAGE plpgsql STABLE
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- 15ec0452bef6
GRANT EXECUTE ON FUNCTION stake_usd_since TO trellis_app;

CREATE FUNCTION standing_roles(p_operator operator)
  RETURNS text[] LANGUAGE sql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- a0d8d0c51222
GRANT EXECUTE ON FUNCTION standing_roles TO trellis_app;

CREATE FUNCTION statement(p_owner bigint, p_from timestamp with time zone, p_to timestamp with time zone)
  RETURNS TABLE(code smallint, opening bigint, incoming bigint, outgoing bigint, closing bigint, postings bigint) LANGUAGE sql STABLE; -- d44ff23c3526
GRANT EXECUTE ON FUNCTION statement TO trellis_app;

CREATE FUNCTION summarize_times()
  RETURNS void LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- f584aec62b11
GRANT EXECUTE ON FUNCTION summarize_times TO trellis_app;

CREATE FUNCTION suspend_operator(p_name text, p_by text, p_now timestamp with time zone)
  RETURNS void LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- c946f61bf0f3
GRANT EXECUTE ON FUNCTION suspend_operator TO trellis_app;

CREATE FUNCTION system_account(p_name text)
  RETURNS bigint LANGUAGE sql IMMUTABLE; -- 69b8677661b4
GRANT EXECUTE ON FUNCTION system_account TO trellis_app;

CREATE FUNCTION take_home(p_by text, p_reason text)
  RETURNS void LANGUAGE sql VOLATILE; -- bb43a86f2927

CREATE FUNCTION team_bonus_key(p_day date, p_member bigint)
  RETURNS text LANGUAGE sql STABLE; -- 3c96a307b6ba
GRANT EXECUTE ON FUNCTION team_bonus_key TO trellis_app;

CREATE FUNCTION team_daily(p_node bigint, p_from date, p_to date)
  RETURNS TABLE(day date, left_people bigint, right_people bigint, left_volume bigint, right_volume bigint) LANGUAGE plpgsql STABLE; -- 6302722a97e3
GRANT EXECUTE ON FUNCTION team_daily TO trellis_app;

CREATE FUNCTION team_known_until()
  RETURNS timestamp with time zone LANGUAGE sql VOLATILE; -- 2d49c787052a
GRANT EXECUTE ON FUNCTION team_known_until TO trellis_app;

CREATE FUNCTION team_performance(p_member bigint, p_from date, p_to date, p_month_from date, p_month_to date, p_bars_from date, p_today date)
  RETURNS json LANGUAGE plpgsql STABLE; -- 2cf116141e80
GRANT EXECUTE ON FUNCTION team_performance TO trellis_app;

CREATE FUNCTION team_roll_up(p_limit integer)
  RETURNS integer LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- 239b4e803fd7
GRANT EXECUTE ON FUNCTION team_roll_up TO trellis_app;

CREATE FUNCTION team_search(p_member bigint, p_prefix text, p_limit integer)
  RETURNS TABLE(id bigint, username text, side smallint) LANGUAGE plpgsql STABLE; -- 8e058403ac2c
GRANT EXECUTE ON FUNCTION team_search TO trellis_app;

CREATE FUNCTION team_shift(p_level integer)
  RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE; -- d41d8cd98f00
GRANT EXECUTE ON FUNCTION team_shift TO trellis_app;

CREATE FUNCTION team_suffix(p_path bigint, p_from integer, OUT people bigint, OUT volume bigint)
  RETURNS record LANGUAGE sql STABLE; -- 345e736fe575
GRANT EXECUTE ON FUNCTION team_suffix TO trellis_app;

CREATE FUNCTION team_window(p_focus bigint, p_levels integer)
  RETURNS TABLE(id bigint, parent_id bigint, side smallint, lvl integer, left_people bigint, right_people bigint, left_volume bigint, right_volume bigint) LANGUAGE plpgsql STABLE; -- de68de29990e
GRANT EXECUTE ON FUNCTION team_window TO trellis_app;

CREATE FUNCTION terms_version(p_document text)
  RETURNS integer LANGUAGE sql STABLE; -- 397ea98ac22a
GRANT EXECUTE ON FUNCTION terms_version TO trellis_app;

CREATE FUNCTION tree_place(p_sponsor bigint, p_side smallint, OUT new_id bigint)
  RETURNS bigint LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 4e422d36147a
GRANT EXECUTE ON FUNCTION tree_place TO trellis_app;

CREATE FUNCTION unfreeze_payouts(p_freeze bigint, p_at timestamp with time zone)
  RETURNS void LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 2b3b3964b6ca
GRANT EXECUTE ON FUNCTION unfreeze_payouts TO trellis_app;

CREATE FUNCTION unnotified_stake_events(p_limit integer)
  RETURNS TABLE(id bigint, stake uuid, member bigint, language text, kind text, reason text, amount text, cp text, state text, reward text, matures_on text) LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET enable_seqscan=off
  SET search_path=pg_catalog, public, pg_temp; -- d5120d2700ab
GRANT EXECUTE ON FUNCTION unnotified_stake_events TO trellis_app;

CREATE FUNCTION usd_at_hand(p_member bigint)
  RETURNS bigint LANGUAGE sql STABLE; -- 232f4122c9e6
GRANT EXECUTE ON FUNCTION usd_at_hand TO trellis_app;

CREATE FUNCTION usd_text(p_amount bigint)
  RETURNS text LANGUAGE sql STABLE; -- 43ef484ad389

CREATE FUNCTION use_approval(p_action text, p_id bigint, p_by text, p_reason text, p_now timestamp with time zone)
  RETURNS approval LANGUAGE plpgsql VOLATILE
  SET search_path=pg_catalog, public, pg_temp; -- e4c4f3de2b9a
GRANT EXECUTE ON FUNCTION use_approval TO trellis_app;

CREATE FUNCTION username_skeleton_of(p_username text)
  RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE; -- 1a9a584e0003
GRANT EXECUTE ON FUNCTION username_skeleton_of TO trellis_app;

CREATE FUNCTION verification_since()
  RETURNS timestamp with time zone LANGUAGE sql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- dc6ba64bc5ed
GRANT EXECUTE ON FUNCTION verification_since TO trellis_app;

CREATE FUNCTION verify_books(p_started timestamp with time zone, p_findings jsonb, p_recent boolean DEFAULT false, OUT frozen boolean, OUT faults jsonb)
  RETURNS record LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- d85a6cfe32fd
GRANT EXECUTE ON FUNCTION verify_books TO trellis_app;

CREATE FUNCTION void_approvals()
  RETURNS trigger LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path=pg_catalog, public, pg_temp; -- 11527cee0477

CREATE FUNCTION wait_for_due_bonuses(p_member bigint)
  RETURNS void LANGUAGE plpgsql VOLATILE
  SET enable_seqscan=off
  SET lock_timeout=500ms
  SET search_path=pg_catalog, public, pg_temp; -- 1068e17d0fac

CREATE FUNCTION wait_for_due_loops(p_member bigint)
  RETURNS void LANGUAGE plpgsql VOLATILE
  SET enable_seqscan=off
  SET lock_timeout=500ms
  SET search_path=pg_catalog, public, pg_temp; -- 987364f1d13b

CREATE FUNCTION wait_for_due_stakes(p_member bigint)
  RETURNS void LANGUAGE plpgsql VOLATILE
  SET enable_seqscan=off
  SET lock_timeout=500ms
  SET search_path=pg_catalog, public, pg_temp; -- cae8de2c3e04

CREATE FUNCTION wire_text(p_minor bigint)
  RETURNS text LANGUAGE sql IMMUTABLE; -- 2e4bbc8ebb96

CREATE FUNCTION withdrawal_approval_gone(p_withdrawal withdrawal)
  RETURNS boolean LANGUAGE sql STABLE; -- 5d7388e03845

CREATE FUNCTION withdrawal_approvals_given(p_withdrawal withdrawal)
  RETURNS bigint LANGUAGE sql STABLE; -- 81d62cde5fb2

CREATE FUNCTION withdrawal_approved(p_withdrawal withdrawal)
  RETURNS boolean LANGUAGE sql STABLE; -- 099122246572

CREATE FUNCTION withdrawal_hold(p_withdrawal withdrawal)
  RETURNS text LANGUAGE sql STABLE; -- 3283d65c19ff

CREATE FUNCTION withdrawal_hold_open(p_withdrawal withdrawal)
  RETURNS boolean LANGUAGE sql STABLE; -- 0702f4ab5c83

CREATE FUNCTION withdrawal_hold_released(p_withdrawal withdrawal)
  RETURNS boolean LANGUAGE sql STABLE; -- fc5bed37c6cb

CREATE FUNCTION withdrawal_hold_settled(p_withdrawal withdrawal)
  RETURNS boolean LANGUAGE sql STABLE; -- 75cdb3c91381

CREATE FUNCTION withdrawal_is_priced(p_withdrawal withdrawal)
  RETURNS boolean LANGUAGE sql STABLE; -- 50d5a87648a0

CREATE FUNCTION withdrawal_origin_held(p_withdrawal withdrawal)
  RETURNS boolean LANGUAGE sql STABLE; -- a6471707b44b

CREATE FUNCTION withdrawal_owner_free(p_withdrawal withdrawal)
  RETURNS boolean LANGUAGE sql VOLATILE; -- db976d92f730

CREATE FUNCTION withdrawal_payload(p_withdrawal withdrawal)
  RETURNS jsonb LANGUAGE sql STABLE; -- 43d07c3db33e

CREATE FUNCTION withdrawal_payout_absent(p_withdrawal withdrawal)
  RETURNS boolean LANGUAGE sql STABLE; -- f33035c861f6

CREATE FUNCTION withdrawal_payout_confirmed(p_withdrawal withdrawal)
  RETURNS boolean LANGUAGE sql STABLE; -- fc472d17e680

CREATE FUNCTION withdrawal_payout_there(p_withdrawal withdrawal)
  RETURNS boolean LANGUAGE sql STABLE; -- b5ded9332f15

CREATE FUNCTION withdrawal_return_held(p_withdrawal withdrawal)
  RETURNS boolean LANGUAGE sql STABLE; -- 72d8a56aff09

CREATE FUNCTION withdrawal_settlement(p_withdrawal withdrawal)
  RETURNS TABLE(account bigint, amount bigint) LANGUAGE sql STABLE
  SET search_path=pg_catalog, public, pg_temp; -- 59fec6c57d24
GRANT EXECUTE ON FUNCTION withdrawal_settlement TO trellis_app;

CREATE FUNCTION withdrawal_void_until(p_withdrawal uuid)
  RETURNS timestamp with time zone LANGUAGE sql STABLE; -- b8e8faa0343e
GRANT EXECUTE ON FUNCTION withdrawal_void_until TO trellis_app;

CREATE FUNCTION withdrawal_void_waited(p_withdrawal withdrawal)
  RETURNS boolean LANGUAGE sql STABLE; -- cb0a3055885b

CREATE FUNCTION without_fee(p_amount bigint, p_ppm bigint)
  RETURNS bigint LANGUAGE sql IMMUTABLE; -- 213caa5169d2
GRANT EXECUTE ON FUNCTION without_fee TO trellis_app;
