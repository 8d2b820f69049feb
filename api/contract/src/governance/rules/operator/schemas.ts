import { z } from 'zod';
import { file } from '../../../products/statements/schemas.ts';
import { money, opaqueId, pageLimit, time } from '../../../schemas/fields.ts';
import { freshCode, reason } from '../../../schemas/operatorFields.ts';
import { units } from '../../../units.ts';
import { type RuleSubjectEntry, ruleSubjectNames, ruleSubjects } from './ruleSubjects.ts';

const subject = z.enum(ruleSubjectNames);
const key = z.string().max(64).optional();
/** As the subject's schema has it, amounts as decimals of the key's unit. */
const value = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

const rule = z.strictObject({
  id: opaqueId,
  subject,
  key: z.string(),
  value,
  from: time,
  /** When the next one that is set takes its place. */
  until: time.nullable(),
  state: z.enum(['coming', 'inForce', 'over']),
  /** `command:<user>`, `operator:<name>` or `policy`. */
  setBy: z.string(),
  setAt: time,
  reason: z.string(),
  /** The second person, where it took one. */
  approvedBy: z.string().nullable(),
});

/** What is no rule until a second person approves it. */
const proposal = z.strictObject({
  /** Of the proposal: the rule that comes of it has another. */
  id: opaqueId,
  subject,
  key: z.string(),
  value,
  /** `null`: at once, when it is approved. */
  from: time.nullable(),
  state: z.literal('waiting'),
  setBy: z.string(),
  setAt: time,
  reason: z.string(),
  expiresAt: time,
});

/** One schema a subject, so that every field is checked, and documented, as what it is. */
const wanted = ruleSubjectNames.map((name) => {
  const entry: RuleSubjectEntry = ruleSubjects[name];
  return z.strictObject({
    subject: z.literal(name),
    key: z.enum(entry.keys),
    value: entry.value,
    /** Without it: at once. */
    from: time.optional(),
  });
});
const [firstWanted, ...otherWanted] = wanted;
const [firstSetting, ...otherSettings] = wanted.map((each) =>
  each.extend({
    /** The rule in force that it was begun from: where another is in force by now, nothing is set. */
    base: opaqueId.optional(),
    reason,
    code: freshCode,
  }),
);
if (!firstSetting || !firstWanted) throw new Error('there is nothing to set');

const count = z.int().min(0);
/** What a rule would have made of what members did in a day. */
const traffic = z.strictObject({
  since: time,
  count,
  /** Of those, by the first bound that they would not have kept. */
  refused: z.strictObject({ minimum: count, maximum: count, day: count }),
  /** Who would have been refused something. */
  members: count,
  /** Of what would have gone through: what it cost by the rule in force, and would have by the new one. */
  fee: z.strictObject({ was: money, would: money }).nullable(),
  /** `false`: there was too much to look at all of it, and the oldest is left out. */
  whole: z.boolean(),
});

/** What operators set, whatever it is about. */
export const ruleOperatorSchemas = {
  listRules: {
    summary: 'Every number that operators set, by subject: what is in force and to come, and how one is written',
    query: z.strictObject({ subject: subject.optional() }),
    response: z.strictObject({
      subjects: z.array(
        z.strictObject({
          subject,
          about: z.string(),
          /** Whether the caller may set it. */
          settable: z.boolean(),
          /** Whether another person has to approve what is set. */
          secondPerson: z.boolean(),
          /** Whether one person may change it by a tenth a day, and no more. */
          ofMoney: z.boolean().optional(),
          /** JSON Schema of a value: what a form for it needs to know. */
          form: z.record(z.string(), z.unknown()),
          /** The fields of a value that are amounts. */
          amounts: z.array(z.string()),
          keys: z.array(
            z.strictObject({
              key: z.string(),
              /** Of the amounts. */
              unit: z.enum(units).nullable(),
              /** In force and coming; latest first. */
              rules: z.array(rule),
              waiting: proposal.nullable(),
            }),
          ),
        }),
      ),
    }),
  },
  getRuleHistory: {
    summary: 'Every rule that was ever set, latest first',
    query: z.strictObject({
      subject: subject.optional(),
      key,
      after: opaqueId.optional(),
      limit: pageLimit.optional(),
    }),
    /** Latest set first. */
    response: z.strictObject({ rules: z.array(rule), next: opaqueId.nullable() }),
  },
  exportRuleHistory: {
    summary: 'Every rule of a subject that was ever set as CSV, a column for each field; it stands in the audit log',
    query: z.strictObject({ subject, key }),
    response: file,
  },
  previewRule: {
    summary:
      'What a rule would have made of the last day, and whether setting it takes a second person; nothing is changed',
    body: z.discriminatedUnion('subject', [firstWanted, ...otherWanted]),
    response: z.strictObject({
      secondPerson: z.boolean(),
      /** `null`: it is of nothing that could be counted. */
      traffic: traffic.nullable(),
    }),
  },
  setRule: {
    summary: 'Set a rule of a subject from a moment on; one about security waits for a second person',
    body: z.discriminatedUnion('subject', [firstSetting, ...otherSettings]),
    /** What waits, where the subject takes a second person. */
    response: z.discriminatedUnion('state', [rule, proposal]),
  },
};
