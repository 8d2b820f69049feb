-- Every table says why it loses nothing by age, unless retention (sql/retention.sql) says when it does.

COMMENT ON TABLE account IS 'kept: money and its proofs';
COMMENT ON TABLE account_kind IS 'kept: money and its proofs';
COMMENT ON TABLE deposit_transfer IS 'kept: money and its proofs';
COMMENT ON TABLE journal IS 'kept: money and its proofs';
COMMENT ON TABLE journal_reversal IS 'kept: money and its proofs';
COMMENT ON TABLE journal_seal IS 'kept: money and its proofs';
COMMENT ON TABLE money_hold IS 'kept: money and its proofs';
COMMENT ON TABLE package IS 'kept: money and its proofs';
COMMENT ON TABLE package_loop IS 'kept: money and its proofs';
COMMENT ON TABLE payout_freeze IS 'kept: money and its proofs';
COMMENT ON TABLE posting IS 'kept: money and its proofs';
COMMENT ON TABLE verification_run IS 'kept: money and its proofs';
COMMENT ON TABLE withdrawal IS 'kept: money and its proofs';
COMMENT ON TABLE withdrawal_event IS 'kept: money and its proofs';
COMMENT ON TABLE withdrawal_payout IS 'kept: money and its proofs';

COMMENT ON TABLE approval IS 'kept: what was decided, and by whom';
COMMENT ON TABLE approval_given IS 'kept: what was decided, and by whom';
COMMENT ON TABLE audit_event IS 'kept: what was decided, and by whom';
COMMENT ON TABLE exchange_pair IS 'kept: what was decided, and by whom';
COMMENT ON TABLE factor_reset IS 'kept: what was decided, and by whom';
COMMENT ON TABLE factor_reset_link IS 'kept: what was decided, and by whom';
COMMENT ON TABLE market_rate IS 'kept: what was decided, and by whom';
COMMENT ON TABLE member_suspension IS 'kept: what was decided, and by whom';
COMMENT ON TABLE pool_funding IS 'kept: what was decided, and by whom';
COMMENT ON TABLE rate_pair IS 'kept: what was decided, and by whom';
COMMENT ON TABLE release_event IS 'kept: what was decided, and by whom';
COMMENT ON TABLE rule IS 'kept: what was decided, and by whom';
COMMENT ON TABLE rule_proposal IS 'kept: what was decided, and by whom';
COMMENT ON TABLE terms_acceptance IS 'kept: what was decided, and by whom';
COMMENT ON TABLE terms_document IS 'kept: what was decided, and by whom';

COMMENT ON TABLE book_address IS 'kept: who there is, and what is theirs';
COMMENT ON TABLE denied_address IS 'kept: who there is, and what is theirs';
COMMENT ON TABLE deposit_address IS 'kept: who there is, and what is theirs';
COMMENT ON TABLE inquiry IS 'kept: who there is, and what is theirs';
COMMENT ON TABLE inquiry_message IS 'kept: who there is, and what is theirs';
COMMENT ON TABLE member IS 'kept: who there is, and what is theirs';
COMMENT ON TABLE operator IS 'kept: who there is, and what is theirs';
COMMENT ON TABLE passkey IS 'kept: who there is, and what is theirs';
COMMENT ON TABLE recovery_code IS 'kept: who there is, and what is theirs';
COMMENT ON TABLE team IS 'kept: who there is, and what is theirs';
COMMENT ON TABLE team_block IS 'kept: who there is, and what is theirs';
COMMENT ON TABLE tree_leg IS 'kept: who there is, and what is theirs';
COMMENT ON TABLE tree_node IS 'kept: who there is, and what is theirs';

COMMENT ON TABLE chain_cursor IS 'kept: one row for each thing that there is';
COMMENT ON TABLE job IS 'kept: one row for each thing that there is';
COMMENT ON TABLE migration IS 'kept: one row for each thing that there is';
COMMENT ON TABLE notice_mark IS 'kept: one row for each thing that there is';
COMMENT ON TABLE sql_file IS 'kept: one row for each thing that there is';
COMMENT ON TABLE terms_notice IS 'kept: one row for each thing that there is';

COMMENT ON TABLE deposit_preview IS 'kept: emptied by who reads it';
COMMENT ON TABLE team_event IS 'kept: emptied by who reads it';

COMMENT ON TABLE release_load IS 'kept: forgotten by its own job';
