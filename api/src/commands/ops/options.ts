import { z } from 'zod';
import type { EndpointSchemas } from '../../platform/http/validation.ts';

/** What is read of a JSON Schema here. */
export interface Shape {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Shape | boolean;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Shape>>;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
  readonly example?: unknown;
}

/** Where a call has it: in its path, its query or its body. */
export type Place = 'params' | 'query' | 'body';
const places: readonly Place[] = ['params', 'query', 'body'];

/** One value that an endpoint takes. */
export interface Option {
  /** As it is typed: `rate`, or `texts.en` for what lies in an object. */
  readonly name: string;
  readonly place: Place;
  readonly required: boolean;
  /** All that it may be. */
  readonly shapes: readonly Shape[];
}

/** No object of ours is deeper; what refers to itself ends here, too. */
const deepest = 5;

/** What stands in one place of a call. */
interface Root {
  readonly place: Place;
  /** The whole schema: references are of it. */
  readonly root: Shape;
  /** The objects that it may be. */
  readonly objects: readonly Shape[];
}

/** What an endpoint takes, by its own schemas. */
export class EndpointOptions {
  readonly #roots: readonly Root[];

  private constructor(roots: readonly Root[]) {
    this.#roots = roots;
  }

  static fromSchemas(schemas: EndpointSchemas): EndpointOptions {
    return new EndpointOptions(
      places.flatMap((place) => {
        const schema = schemas[place];
        if (!schema) return [];
        // What is typed, before the schema turns it into something else.
        const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
        return [{ place, root, objects: opened(root, [root]) }];
      }),
    );
  }

  /** Only of the alternatives that what was typed can belong to; where it is none's, of all. */
  given(texts: ReadonlyMap<string, readonly string[]>): EndpointOptions {
    const fits = ({ properties = {} }: Shape): boolean =>
      [...texts].every(([name, [text]]) => properties[name]?.const === undefined || properties[name].const === text);
    return new EndpointOptions(
      this.#roots.map((root) => {
        const objects = root.objects.length > 1 ? root.objects.filter(fits) : [];
        return objects.length > 0 ? { ...root, objects } : root;
      }),
    );
  }

  /** Every option that can be named, in the schemas' order; those of the path come first. */
  all(): Option[] {
    return this.#roots.flatMap(({ place, root, objects }) =>
      flatten(root, objects, { place, prefix: '', needed: true }),
    );
  }

  /** The path's, which may stand without a name. */
  positional(): Option[] {
    return this.all().filter(({ place }) => place === 'params');
  }

  /** What an option is, named or below one that takes anything; `undefined` if there is no such option. */
  find(name: string): Pick<Option, 'place' | 'shapes'> | undefined {
    const path = name.split('.');
    if (!path.every((part) => /^[A-Za-z0-9][\w-]*$/.test(part))) return undefined;
    for (const { place, root, objects } of this.#roots) {
      const shapes = path.reduce((parents, part) => below(root, parents, part), objects);
      if (shapes.length > 0) return { place, shapes };
    }
    return undefined;
  }
}

interface Branch {
  readonly place: Place;
  readonly prefix: string;
  /** Whether everything above it has to be there. */
  readonly needed: boolean;
}

function flatten(root: Shape, shapes: readonly Shape[], { place, prefix, needed }: Branch): Option[] {
  const objects = opened(root, shapes).filter(({ properties }) => properties !== undefined);
  const names = [...new Set(objects.flatMap(({ properties }) => Object.keys(properties ?? {})))];
  return names.flatMap((part) => {
    const name = prefix + part;
    const required = needed && objects.every((object) => object.required?.includes(part));
    const children = below(root, objects, part);
    const isObject = children.every(({ properties, type }) => properties !== undefined || type === 'null');
    if (isObject && name.split('.').length < deepest)
      return flatten(root, children, { place, prefix: `${name}.`, needed: required });
    return [{ name, place, required, shapes: children }];
  });
}

/** What a part of an object may be. Where an object takes parts of any name, so does this. */
function below(root: Shape, shapes: readonly Shape[], part: string): Shape[] {
  const children = opened(root, shapes).flatMap(({ properties, additionalProperties, type }) => {
    if (properties && Object.hasOwn(properties, part)) return [properties[part] ?? {}];
    if (typeof additionalProperties === 'object') return [additionalProperties];
    const takesAnything = additionalProperties === true || (type === undefined && properties === undefined);
    return takesAnything ? [{}] : [];
  });
  return opened(root, children);
}

/** With references followed and alternatives laid side by side. */
function opened(root: Shape, shapes: readonly Shape[]): Shape[] {
  return shapes.flatMap((shape) => {
    if (shape.$ref !== undefined) {
      const target = shape.$ref === '#' ? root : root.$defs?.[shape.$ref.replace('#/$defs/', '')];
      return target ? opened(root, [target]) : [{}];
    }
    const { type }: { readonly type?: string | readonly string[] } = shape;
    if (Array.isArray(type)) return type.map((each: string) => ({ ...shape, type: each }));
    const others = [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])];
    return others.length > 0 ? opened(root, others) : [shape];
  });
}

const isOfType = ({ type, const: only }: Shape, name: string): boolean => type === name || typeof only === name;

/** The values that are all there are; none where any of a kind will do. */
export const choicesOf = ({ enum: choices, const: only }: Shape): string[] =>
  (choices ?? (only === undefined ? [] : [only])).map(String);

/** Whether an option is set by standing there, and takes no value. */
export const isSwitch = (shapes: readonly Shape[]): boolean =>
  shapes.length > 0 && shapes.every((shape) => isOfType(shape, 'boolean'));

/**
 * What is typed, as the schema wants it. What cannot be read so is left as it is: the schema says what is wrong with it.
 * @param texts all that was typed for one option
 */
export function readValue(shapes: readonly Shape[], texts: readonly string[]): unknown {
  const [only = ''] = texts;
  const lists = shapes.flatMap(({ type, items }) => (type === 'array' ? [items ?? {}] : []));
  if (lists.length > 0 && !(texts.length === 1 && only.startsWith('[')))
    return texts.map((text) => readOne(lists, text));
  // Given twice where one is meant.
  return texts.length === 1 ? readOne(shapes, only) : texts;
}

function readOne(shapes: readonly Shape[], text: string): unknown {
  const may = (type: string): boolean => shapes.some((shape) => isOfType(shape, type));
  if (text === 'null' && may('null')) return null;
  if (may('string') || shapes.some((shape) => shape.enum?.includes(text))) return text;
  if ((may('integer') || may('number')) && /^-?[0-9]{1,15}(?:\.[0-9]+)?$/.test(text)) return Number(text);
  if (may('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return /^\s*[[{]/.test(text) ? parsed(text) : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
