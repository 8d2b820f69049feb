import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Endpoint, FieldIssue } from '@trellis/api-contract';
import { AppError } from '../../ground/errors.ts';
import { ExplainedError } from '../../ground/explainedError.ts';
import type { RawRequest } from '../../platform/http/invoke.ts';
import type { OperatorEndpoint } from './endpoints.ts';
import { EndpointOptions, isSwitch, type Place, readValue } from './options.ts';

/** What every call may say alongside what its endpoint takes. */
export const commonOptions = ['help', 'by', 'untried'] as const;

/** A command line, read. */
export interface Arguments {
  readonly help: boolean;
  /** Who runs it, in place of the machine's word. */
  readonly by: string | undefined;
  /** Leaves out the browser that a release is tried in. */
  readonly untried: boolean;
  readonly request: RawRequest;
  /** What the endpoint takes alongside what was typed. */
  readonly options: EndpointOptions;
}

/**
 * Reads what stands behind an endpoint's name: values of its path in their order, and options.
 * @throws AppError request.invalid that names every option that is unknown or has no value
 * @throws ExplainedError for a file that cannot be read, and for a value too many
 */
export function readArguments({ contract, schemas }: OperatorEndpoint, args: readonly string[]): Arguments {
  const every = EndpointOptions.fromSchemas(schemas);
  const typed = split(every, args);
  const given = new Map<string, string[]>();
  const issues: FieldIssue[] = [];
  const give = (name: string, value: string | undefined): void => {
    if (!isCommon(name) && !every.find(name)) issues.push({ path: name, code: 'field.unknown' });
    else if (value === undefined) issues.push({ path: name, code: 'field.required' });
    else given.set(name, [...(given.get(name) ?? []), contentsOf(value)]);
  };
  const places = every.positional();
  const inPath = typed.filter(({ name }) => name === undefined);
  if (inPath.length > places.length)
    throw new ExplainedError(`One value is too many: ${inPath[places.length]?.value}. Options begin with --.`);
  for (const [index, { value }] of inPath.entries()) give(places[index]?.name ?? '', value);
  for (const { name, value } of typed) if (name !== undefined) give(name, value);
  const help = given.delete('help');
  if (issues.length > 0 && !help) throw new AppError('request.invalid', { fields: issues });
  const untried = given.delete('untried');
  const by = given.get('by')?.at(-1);
  given.delete('by');
  const options = every.given(given);
  return { help, by, untried, request: requestOf(contract, options, every, given), options };
}

interface Typed {
  /** `undefined`: it stands for itself, as a part of the path. */
  readonly name: string | undefined;
  readonly value: string | undefined;
}

/** `--name value`, `--name=value`, `--switch`; behind `--` nothing is an option. */
function split(options: EndpointOptions, args: readonly string[]): Typed[] {
  const typed: Typed[] = [];
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--') return [...typed, ...rest.map((value) => ({ name: undefined, value }))];
    const [, name, inline] = /^--([^=]+)(?:=([\s\S]*))?$/.exec(arg === '-h' ? '--help' : arg) ?? [];
    if (name === undefined) typed.push({ name: undefined, value: arg });
    else if (inline !== undefined) typed.push({ name, value: inline });
    else if (takesNoValue(options, name)) typed.push({ name, value: 'true' });
    // A text that begins like an option is said with `=`.
    else typed.push({ name, value: rest[0]?.startsWith('--') ? undefined : rest.shift() });
  }
  return typed;
}

const isCommon = (name: string): boolean => commonOptions.some((each) => each === name);

function takesNoValue(options: EndpointOptions, name: string): boolean {
  if (isCommon(name)) return name !== 'by';
  const option = options.find(name);
  return option !== undefined && isSwitch(option.shapes);
}

/** `@file` stands for what is in the file, `@@` for an `@` at the beginning. */
function contentsOf(value: string): string {
  if (!value.startsWith('@')) return value;
  if (value.startsWith('@@')) return value.slice(1);
  const file = value.slice(1);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    throw new ExplainedError(`${file} cannot be read as a text.`, { cause: error });
  }
}

function requestOf(
  { method, idempotent }: Endpoint,
  options: EndpointOptions,
  every: EndpointOptions,
  given: ReadonlyMap<string, readonly string[]>,
): RawRequest {
  const parts: Record<Place, Record<string, unknown>> = { params: {}, query: {}, body: {} };
  // What lies in an object comes after the object.
  for (const [name, texts] of [...given].sort(([one], [other]) => one.length - other.length)) {
    const option = options.find(name) ?? every.find(name);
    if (option) put(parts[option.place], name, readValue(option.shapes, texts));
  }
  return {
    params: parts.params,
    query: parts.query,
    body: () => (method === 'POST' ? parts.body : undefined),
    key: idempotent ? randomUUID() : undefined,
  };
}

/** @throws AppError request.invalid where something else was given in the object's place */
function put(target: Record<string, unknown>, name: string, value: unknown): void {
  const path = name.split('.');
  const last = path.pop() ?? '';
  let object = target;
  for (const part of path) {
    object[part] ??= {};
    const inner = object[part];
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner))
      throw new AppError('request.invalid', { fields: [{ path: name, code: 'field.type' }] });
    object = inner as Record<string, unknown>;
  }
  object[last] = value;
}
