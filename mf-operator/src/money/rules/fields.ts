import type { Listed } from '../../api.ts';

/** One field of a rule's value, as its subject's schema has it. */
export interface Field {
  readonly name: string;
  /** decimal: a number as text; amount: one in the unit of the key. */
  readonly kind: 'amount' | 'decimal' | 'integer' | 'boolean' | 'choice' | 'text';
  /** It may be left empty: there is none then. */
  readonly nullable: boolean;
  readonly pattern?: string;
  readonly least?: number;
  readonly most?: number;
  readonly options?: readonly string[];
}

/** What a form needs to know of a JSON Schema; nothing else is in ours. */
interface Schema {
  readonly type?: unknown;
  readonly pattern?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly enum?: unknown;
  readonly anyOf?: unknown;
}

/** The fields of a subject's values in the order of its schema. */
export function fieldsOf({ form, amounts }: Pick<Listed, 'form' | 'amounts'>): readonly Field[] {
  return Object.entries(asObject(form.properties)).map(([name, schema]) => fieldOf(name, asObject(schema), amounts));
}

function fieldOf(name: string, schema: Schema, amounts: readonly string[]): Field {
  const choices = Array.isArray(schema.anyOf) ? schema.anyOf.map(asObject) : [schema];
  const inner: Schema = choices.find(({ type }) => type !== 'null') ?? {};
  const { type, pattern, minimum, maximum } = inner;
  const field = { name, nullable: choices.length > 1 };
  if (type === 'boolean') return { ...field, kind: 'boolean' };
  if (type === 'integer')
    return {
      ...field,
      kind: 'integer',
      ...(typeof minimum === 'number' && { least: minimum }),
      // Any whole number: the schema names the largest that there is.
      ...(typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER && { most: maximum }),
    };
  if (Array.isArray(inner.enum)) return { ...field, kind: 'choice', options: inner.enum.map(String) };
  if (typeof pattern !== 'string') return { ...field, kind: 'text' };
  const isNumber = new RegExp(pattern).test('1');
  return { ...field, pattern, kind: amounts.includes(name) ? 'amount' : isNumber ? 'decimal' : 'text' };
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
