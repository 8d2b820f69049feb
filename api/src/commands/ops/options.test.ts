import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { AppError } from '../../ground/errors.ts';
import { parseInput } from '../../platform/http/validation.ts';
import { readArguments } from './arguments.ts';
import type { OperatorEndpoint } from './endpoints.ts';
import { helpText } from './help.ts';
import { EndpointOptions } from './options.ts';

const money = z.strictObject({ amount: z.string(), unit: z.enum(['USD', 'BTC']) }).meta({ id: 'TestMoney' });
const schemas = {
  summary: 'Set something',
  params: z.strictObject({ place: z.enum(['here', 'there']), id: z.string().regex(/^[0-9]+$/) }),
  query: z.strictObject({ limit: z.string().transform(Number).optional() }),
  body: z.strictObject({
    count: z.int().min(1).max(9).meta({ description: 'of apples' }),
    share: z.number().optional(),
    sure: z.literal(true).optional(),
    open: z.boolean().optional(),
    texts: z.strictObject({ en: z.string(), ko: z.string().optional() }).optional(),
    price: money.optional(),
    names: z.array(z.enum(['a', 'b'])).optional(),
    numbers: z.array(z.int()).optional(),
    value: z.union([z.strictObject({ least: z.string(), hours: z.int() }), z.strictObject({ list: z.array(z.int()) })]),
    more: z.record(z.string(), z.string()).optional(),
    any: z.unknown().optional(),
    ceiling: z.string().nullable().optional(),
    from: z.iso.datetime().meta({ example: '2026-03-09T15:04:00.000Z' }).optional(),
    reason: z.string().max(500),
  }),
  response: z.strictObject({}),
};
/** As the contract has them, with all that a schema may hold. */
const endpoint: OperatorEndpoint = {
  name: 'setRule',
  contract: { method: 'POST', path: '/places/:place/:id', auth: 'treasury' },
  schemas,
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-ops-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(...args: string[]) {
  const { request, options: _options, ...common } = readArguments(endpoint, args);
  return { ...common, params: request.params, query: request.query, body: await request.body() };
}
const bodyOf = async (...args: string[]) => (await read(...args)).body;
function fieldsOf(...args: string[]) {
  try {
    readArguments(endpoint, args);
    return [];
  } catch (error) {
    return error instanceof AppError ? error.fields?.map(({ path, code }) => `${path} ${code}`) : error;
  }
}

test('every option of a schema is found, with what lies in it, and whether it is needed', () => {
  const options = EndpointOptions.fromSchemas(schemas).all();
  expect(options.map(({ name, place, required }) => `${place} ${name}${required ? '' : '?'}`)).toEqual([
    'params place',
    'params id',
    'query limit?',
    'body count',
    'body share?',
    'body sure?',
    'body open?',
    'body texts.en?',
    'body texts.ko?',
    'body price.amount?',
    'body price.unit?',
    'body names?',
    'body numbers?',
    // Of one of the alternatives.
    'body value.least?',
    'body value.hours?',
    'body value.list?',
    'body more?',
    'body any?',
    'body ceiling?',
    'body from?',
    'body reason',
  ]);
});

test('help says what each of them takes', () => {
  const lines = helpText(endpoint, EndpointOptions.fromSchemas(schemas)).split('\n');
  const lineOf = (name: string) => lines.find((line) => line.trim().startsWith(`${name} `))?.replace(/ {2,}/g, '  ');
  expect(lines[0]).toContain('npm run ops -- setRule <place> <id> [--limit] --count [--share]');
  expect(lineOf('<place>')).toBe('  <place>  required  here | there');
  expect(lineOf('--count')).toBe('  --count  required  a whole number from 1 up to 9; of apples');
  expect(lineOf('--share')).toBe('  --share  a number');
  expect(lineOf('--sure')).toBe('  --sure  a switch without a value');
  expect(lineOf('--open')).toBe('  --open  a switch without a value, or --open=false');
  expect(lineOf('--ceiling')).toBe('  --ceiling  a text, or null');
  expect(lineOf('--price.unit')).toBe('  --price.unit  USD | BTC');
  expect(lineOf('--names')).toBe('  --names  a | b; can be given several times');
  expect(lineOf('--more')).toBe('  --more  JSON, or in parts: --more.<part> …');
  expect(lineOf('--from')).toBe('  --from  a time, such as 2026-03-09T15:04:00.000Z');
  expect(lineOf('--reason')).toBe('  --reason  required  a text up to 500 characters');
});

describe('a command line', () => {
  test('has the path in its order, and the rest where it belongs', async () => {
    expect(await read('here', '7', '--limit', '20', '--count', '3', '--reason=because', '--by', 'ann')).toEqual({
      ...{ help: false, by: 'ann', untried: false },
      params: { place: 'here', id: '7' },
      query: { limit: '20' },
      body: { count: 3, reason: 'because' },
    });
    const named = await read('--id', '7', '--place', 'here', '--untried', '-h');
    expect(named).toMatchObject({ params: { place: 'here', id: '7' }, help: true, untried: true, by: undefined });
  });

  test.each<[string, string[], object]>([
    ['numbers by their schema', ['--count=4', '--share', '-0.5'], { count: 4, share: -0.5 }],
    ['null, and a text in its place', ['--ceiling', 'null', '--reason', 'null'], { ceiling: null, reason: 'null' }],
    ['no number but a text', ['--reason', '5'], { reason: '5' }],
    ['switches', ['--sure', '--open', '--reason', 'x'], { sure: true, open: true, reason: 'x' }],
    ['a switch that says no', ['--open=false'], { open: false }],
    ['what lies in an object', ['--texts.en', 'a', '--texts.ko=b'], { texts: { en: 'a', ko: 'b' } }],
    ['an object whole', ['--texts', '{"en":"a"}'], { texts: { en: 'a' } }],
    [
      'an object whole, and one part again',
      ['--texts.ko', 'b', '--texts', '{"en":"a"}'],
      { texts: { en: 'a', ko: 'b' } },
    ],
    ['what a reference names', ['--price.amount', '1', '--price.unit', 'USD'], { price: { amount: '1', unit: 'USD' } }],
    ['one of a list', ['--names', 'a'], { names: ['a'] }],
    [
      'several of a list',
      ['--names', 'a', '--names', 'b', '--numbers=1', '--numbers=2'],
      { names: ['a', 'b'], numbers: [1, 2] },
    ],
    ['a list whole', ['--numbers', '[1,2]'], { numbers: [1, 2] }],
    [
      'each alternative',
      ['--value.least', '5', '--value.hours', '6', '--value.list', '7'],
      { value: { least: '5', hours: 6, list: [7] } },
    ],
    [
      'parts of any name',
      ['--more.USDT-BSC', '5', '--any.a.b', '5'],
      { more: { 'USDT-BSC': '5' }, any: { a: { b: '5' } } },
    ],
    ['a text with =', ['--reason=a=b'], { reason: 'a=b' }],
    ['a text that begins like an option', ['--reason=--no'], { reason: '--no' }],
    ['an empty text', ['--reason', ''], { reason: '' }],
    ['a text with @ in front', ['--reason', '@@ann asked'], { reason: '@ann asked' }],
  ])('%s', async (_what, args, body) => {
    expect(await bodyOf(...args)).toEqual(body);
  });

  test('what stands in a file is taken as it is', async () => {
    const file = join(folder, 'reason.md');
    writeFileSync(file, '# Why\n\n@not a file\n');
    expect(await bodyOf('--reason', `@${file}`, `--texts.en=@${file}`)).toEqual({
      reason: '# Why\n\n@not a file\n',
      texts: { en: '# Why\n\n@not a file\n' },
    });
    expect(() => readArguments(endpoint, ['--reason', '@/nothing/here'])).toThrow('/nothing/here cannot be read');
    writeFileSync(file, Buffer.from([0xff, 0xfe]));
    expect(() => readArguments(endpoint, ['--reason', `@${file}`])).toThrow('cannot be read as a text');
  });

  test('what is unknown or without a value is refused, all of it', () => {
    expect(fieldsOf('--cuont', '4', '--texts.fr', 'x', '--reason')).toEqual([
      'cuont field.unknown',
      'texts.fr field.unknown',
      'reason field.required',
    ]);
    expect(fieldsOf('--reason', '--sure')).toEqual(['reason field.required']);
    for (const name of ['__proto__.x', 'texts.__proto__', 'constructor', 'any.__proto__.x', 'texts.'])
      expect(fieldsOf(`--${name}=x`)).not.toEqual([]);
    expect(() => readArguments(endpoint, ['here', '7', 'more'])).toThrow('One value is too many: more');
    expect(Object.prototype).not.toHaveProperty('x');
  });

  test('what is wrong by the schema is refused by the schema', async () => {
    const refused = async (...args: string[]) => {
      const { params, query, body } = await read('here', '7', '--value.list', '1', '--reason', 'x', ...args);
      try {
        return parseInput(schemas, { params, query, body });
      } catch (error) {
        return error instanceof AppError ? error.fields?.map(({ path, code }) => `${path} ${code}`) : error;
      }
    };
    expect(await refused('--count', '4')).toMatchObject({ count: 4 });
    expect(await refused()).toEqual(['count field.required']);
    expect(await refused('--count', 'four')).toEqual(['count field.type']);
    expect(await refused('--count', '99999999999999999999')).toEqual(['count field.type']);
    expect(await refused('--count', '10')).toEqual(['count field.range']);
    // Twice where one is meant.
    expect(await refused('--count', '4', '--count', '5')).toEqual(['count field.type']);
    expect(await refused('--count', '4', '--id', '8')).toEqual(['id field.type']);
    expect(await refused('--count', '4', '--texts', '{broken')).toEqual(['texts field.type']);
    expect(fieldsOf('--names', 'a', '--names.x', 'b')).toEqual(['names.x field.unknown']);
    expect(await read('--any', 'plain', '--any.x', 'b').catch((error: AppError) => error.fields)).toEqual([
      { path: 'any.x', code: 'field.type' },
    ]);
  });
});

describe('where one value says what the others are', () => {
  const alternatives: OperatorEndpoint = {
    ...endpoint,
    contract: { method: 'POST', path: '/rules', auth: 'treasury' },
    schemas: {
      summary: 'Set something',
      body: z.discriminatedUnion('subject', [
        z.strictObject({ subject: z.literal('lock'), key: z.enum(['a']), value: z.strictObject({ least: z.int() }) }),
        z.strictObject({
          subject: z.literal('fee'),
          key: z.enum(['b', 'c']),
          value: z.strictObject({ least: z.string() }),
        }),
      ]),
      response: z.strictObject({}),
    },
  };

  test('each is read as its alternative has it', async () => {
    const read = (...args: string[]) => readArguments(alternatives, args).request.body();
    const rest = ['--key', 'a', '--value.least', '5'];
    expect(await read('--subject', 'lock', ...rest)).toEqual({ subject: 'lock', key: 'a', value: { least: 5 } });
    expect(await read(...rest, '--subject=fee')).toEqual({ subject: 'fee', key: 'a', value: { least: '5' } });
    // Of none: all that there are, and the schema says what is wrong.
    expect(await read('--subject', 'x', ...rest)).toEqual({ subject: 'x', key: 'a', value: { least: '5' } });
  });

  test('help is of all, or of the one that is named', () => {
    const linesOf = (args: string[]) =>
      helpText(alternatives, readArguments(alternatives, args).options)
        .split('\n')
        .flatMap((line) => (line.startsWith('  --') ? [line.replace(/ {2,}/g, ' ')] : []));
    expect(linesOf([])).toEqual([
      ' --subject required lock | fee; --help alongside one says what it takes',
      ' --key required a | b | c',
      ' --value.least required a whole number, or a text',
    ]);
    expect(linesOf(['--subject', 'fee'])).toEqual([
      ' --subject required fee',
      ' --key required b | c',
      ' --value.least required a text',
    ]);
  });
});
