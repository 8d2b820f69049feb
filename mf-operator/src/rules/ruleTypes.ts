import type { OutputOf } from '@trellis/api-contract';
import type { RuleFieldName } from '@trellis/api-contract/operator';

export type Listed = OutputOf<'operator', 'listRules'>['subjects'][number];
export type Subject = Listed['subject'];
export type ListedKey = Listed['keys'][number];
export type Rule = ListedKey['rules'][number];
export type Value = Rule['value'];

/** Every field that a value of some subject has: one without words is an error of the types. */
export type FieldName = RuleFieldName;
