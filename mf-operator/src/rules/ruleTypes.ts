import type { InputOf, OutputOf } from '@trellis/api-contract';

export type Listed = OutputOf<'operator', 'listRules'>['subjects'][number];
export type Subject = Listed['subject'];
export type ListedKey = Listed['keys'][number];
export type Rule = ListedKey['rules'][number];
export type Value = Rule['value'];

type Setting = InputOf<'operator', 'setRule'>;
type FieldOf<S> = S extends { readonly value: infer V } ? keyof V & string : never;
/** Every field that a value of some subject has. */
export type FieldName = FieldOf<Setting>;
