import type { Mutant } from './mutant.ts';

const file = 'api/src/ledger/post.sql';
const rules = 'api/src/governance/rules/rules.sql';

/** Minimum, maximum and what a day allows. */
export const limitMutants: readonly Mutant[] = [
  {
    name: 'minimum off by one',
    harm: 'the least amount is refused',
    file,
    edits: [{ find: 'IF p_limit_amount < v_rule.minimum THEN', replace: 'IF p_limit_amount <= v_rule.minimum THEN' }],
    first: ['ledger/results'],
  },
  {
    name: 'maximum off by one',
    harm: 'the largest amount is refused',
    file,
    edits: [
      { find: 'ELSIF p_limit_amount > v_rule.maximum THEN', replace: 'ELSIF p_limit_amount >= v_rule.maximum THEN' },
    ],
    first: ['ledger/results'],
  },
  {
    name: 'day limit off by one',
    harm: 'the last unit of a day is refused',
    file,
    edits: [{ find: 'IF v_used > v_rule.day_maximum THEN', replace: 'IF v_used >= v_rule.day_maximum THEN' }],
    first: ['ledger/results'],
  },
  {
    name: 'day limit not checked',
    harm: 'a thief empties an account in one day',
    file,
    edits: [{ find: 'IF v_used > v_rule.day_maximum THEN', replace: 'IF FALSE THEN' }],
    first: ['ledger/results'],
  },
  {
    name: 'day limit read before the locks',
    harm: 'many at once get past the limit of a day',
    file,
    edits: [
      {
        find: 'FOR i IN 1 .. v_count LOOP',
        replace: `SELECT coalesce(sum(transferred), 0) + p_limit_amount INTO v_used FROM account WHERE id = v_payers[1];
          FOR i IN 1 .. v_count LOOP`,
      },
      {
        find: "RETURNING CASE p_limit WHEN 'transfer' THEN transferred WHEN 'exchange' THEN exchanged ELSE withdrawn END INTO v_used;",
        replace: ';',
      },
    ],
    first: ['ledger/storm'],
  },
  {
    name: 'usage not counted',
    harm: 'the limit of a day never ends one',
    file,
    edits: [
      {
        find: "transferred = CASE WHEN limit_day = v_day THEN transferred ELSE 0 END + CASE WHEN p_limit = 'transfer'",
        replace: "transferred = CASE WHEN p_limit = 'transfer'",
      },
    ],
    first: ['ledger/results'],
  },
  {
    name: 'usage never forgotten',
    harm: 'the limit of a day is one for life',
    file,
    edits: [
      {
        find: "transferred = CASE WHEN limit_day = v_day THEN transferred ELSE 0 END + CASE WHEN p_limit = 'transfer'",
        replace: "transferred = transferred + CASE WHEN p_limit = 'transfer'",
      },
    ],
    first: ['ledger/limits'],
  },
  {
    name: 'usage on the wrong day',
    harm: 'what is sent today counts tomorrow',
    file,
    edits: [
      { find: "v_day := (at AT TIME ZONE 'UTC')::date;", replace: "v_day := (at AT TIME ZONE 'UTC')::date + 1;" },
    ],
    first: ['ledger/limits', 'ledger/results'],
  },
  {
    name: 'usage of one operation counted as another',
    harm: 'an exchange uses up what may be sent',
    file,
    edits: [
      {
        find: "transferred ELSE 0 END + CASE WHEN p_limit = 'transfer' THEN",
        replace: 'transferred ELSE 0 END + CASE WHEN TRUE THEN',
      },
    ],
    first: ['ledger/results', 'ledger/quotes'],
  },
  {
    name: 'a transfer forgets what was exchanged',
    harm: 'the limit of exchanges is as often as one sends',
    file,
    edits: [
      {
        find: "exchanged   = CASE WHEN limit_day = v_day THEN exchanged   ELSE 0 END + CASE WHEN p_limit = 'exchange'",
        replace: "exchanged   = CASE WHEN p_limit = 'exchange'",
      },
    ],
    first: ['ledger/limits'],
  },
  {
    name: 'usage of whoever pays',
    harm: 'one member uses up the day of another',
    file,
    edits: [{ find: 'WHERE leg.amount < 0 AND leg.account / 1000 = p_owner AND', replace: 'WHERE leg.amount < 0 AND' }],
    first: ['ledger/results'],
  },
  {
    name: 'usage in several places',
    harm: 'two accounts have a limit each',
    file,
    edits: [{ find: 'IF cardinality(v_payers) <> 1 OR', replace: 'IF cardinality(v_payers) < 1 OR' }],
    first: ['ledger/limits'],
  },
  {
    name: 'a rule before its time',
    harm: 'what is announced for tomorrow holds today',
    file: rules,
    edits: [{ find: ' AND effective_from <= p_at', replace: '' }],
    first: ['governance/rules/rules'],
  },
  {
    name: 'the first rule for ever',
    harm: 'no limit can be lowered',
    file: rules,
    edits: [
      {
        find: 'replaced_by IS NULL\n    ORDER BY effective_from DESC LIMIT 1',
        replace: 'replaced_by IS NULL\n    ORDER BY effective_from LIMIT 1',
      },
    ],
    first: ['ledger/limits'],
  },
  {
    name: 'a rule set for the past',
    harm: 'a fee is raised for what was done yesterday',
    file: rules,
    edits: [
      {
        find: "IF p_from < p_now THEN RAISE EXCEPTION 'the past stays as it was' USING ERRCODE = 'TM002'; END IF;\n  IF EXISTS (SELECT 1 FROM rule_second_person",
        replace: 'IF EXISTS (SELECT 1 FROM rule_second_person',
      },
    ],
    first: ['governance/rules/ruleService'],
  },
  {
    name: 'a rule of security by one person',
    harm: 'one admin says that a withdrawal takes nobody else, and approves it',
    file: rules,
    edits: [{ find: 'IF EXISTS (SELECT 1 FROM rule_second_person WHERE subject = p_subject)\n    OR', replace: 'IF' }],
    first: ['governance/rules/ruleProposals'],
  },
  {
    name: 'a plan of before that stays',
    harm: 'what two people lower in an incident rises by itself to what one had planned',
    file: rules,
    edits: [
      {
        find: '      AND plan.approved_by IS NULL AND plan.replaced_by',
        replace: '      AND FALSE AND plan.replaced_by',
      },
    ],
    first: ['governance/rules/ruleProposals'],
  },
  {
    name: 'a sale opened by one person',
    harm: 'one treasurer sells where the product is closed',
    file: rules,
    edits: [
      {
        find: "    WHEN p_subject = 'productSale' THEN (p_new",
        replace: "    WHEN p_subject = 'productSale' THEN FALSE AND (p_new",
      },
    ],
    first: ['governance/rules/ruleProposals'],
  },
  {
    name: 'a fee of 99.99 % by one person',
    harm: 'one treasurer takes all that members exchange, or lifts every limit',
    file: rules,
    edits: [{ find: '    OR rule_jumps(p_subject, p_key, p_value, p_from, p_now) THEN', replace: '    THEN' }],
    first: ['governance/rules/ruleProposals'],
  },
  {
    name: 'a fee of 99.99 % step by step',
    harm: 'one treasurer gets there within an hour, a tenth at a time',
    file: rules,
    edits: [
      {
        find: "(approved_by IS NOT NULL OR effective_from <= p_now - interval '1 day' OR id = (SELECT min(id) FROM known))",
        replace: 'true',
      },
    ],
    first: ['governance/rules/ruleProposals'],
  },
  {
    name: 'a proposal that nobody else has seen',
    harm: 'what one admin asks for comes into force with an approval of something else',
    file: rules,
    edits: [{ find: "  request := use_approval('rule.approve', request.id, p_by, p_reason, p_now);\n", replace: '' }],
    first: ['governance/rules/ruleProposals'],
  },
  {
    name: 'a proposal whose place was taken',
    harm: 'an amount that was thought better of comes into force after all',
    file: rules,
    edits: [{ find: "'{subject,key}', p_by", replace: 'NULL, p_by' }],
    first: ['governance/rules/ruleProposals'],
  },
];
