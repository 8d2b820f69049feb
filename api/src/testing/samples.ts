import { z } from 'zod';

interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly example?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}

/** A place of text inside a value: names and positions from the outside in. */
export type TextPath = readonly (string | number)[];

/**
 * What would do as input by the shape of its schema, with every field that there is, and where its texts stand.
 * @param known what to take for a field of this name
 */
export function sampleOf(
  schema: z.ZodType | undefined,
  known: Readonly<Record<string, unknown>>,
): { value: unknown; texts: TextPath[] } {
  if (!schema) return { value: undefined, texts: [] };
  const texts: TextPath[] = [];
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema;
  return { value: sample(json, [], known, texts), texts };
}

function sample(
  schema: JsonSchema,
  path: TextPath,
  known: Readonly<Record<string, unknown>>,
  texts: TextPath[],
): unknown {
  const inner = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0];
  if (inner) return sample(inner, path, known, texts);
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, field]) => [name, sample(field, [...path, name], known, texts)]),
    );
  if (schema.items) return [sample(schema.items, [...path, 0], known, texts)];
  const value = scalar(schema, String(path.at(-1) ?? ''), known);
  if (typeof value === 'string') texts.push(path);
  return value;
}

function scalar(schema: JsonSchema, name: string, known: Readonly<Record<string, unknown>>): unknown {
  if (Object.hasOwn(known, name)) return known[name];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.example !== undefined) return schema.example;
  switch (schema.type) {
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'object':
      return {};
    default:
      return schema.format === 'uuid' ? '0f8fad5b-d9cb-469f-a165-70867728950e' : 'text';
  }
}

/** The same value with another text at one place. */
export function withText(value: unknown, [first, ...rest]: TextPath, text: string): unknown {
  if (first === undefined) return text;
  if (Array.isArray(value)) return value.map((each, index) => (index === first ? withText(each, rest, text) : each));
  return { ...(value as object), [first]: withText((value as Record<string, unknown>)[first], rest, text) };
}
