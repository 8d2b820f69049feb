import { createHash, webcrypto } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { reportOf, reportOfThrown } from './reportOf.ts';
import { ownError, withoutMessage } from './thrown.ts';

// jsdom has none.
beforeAll(() => void Object.defineProperty(crypto, 'subtle', { value: webcrypto.subtle, configurable: true }));

const { origin } = window.location;
const team = `${origin}/assets/team/0.1.0-5b4e5b4e5b/home.1a2b3c4d.js`;
const shell = `${origin}/assets/shell/0.1.0-aaaaaaaaaa/shell.11112222.js`;

/** An error as an engine makes it: Chromium's lines, or those of Firefox and Safari. */
function errorOf(message: string, scripts: readonly string[], { name = 'TypeError', gecko = false } = {}): Error {
  const error = new Error(message);
  error.name = name;
  error.stack = gecko
    ? scripts.map((script) => `press@${script}`).join('\n')
    : [`${name}: ${message}`, ...scripts.map((script) => `    at press (${script})`)].join('\n');
  return error;
}

test.each([false, true])('an error is of the feature whose script threw it (Gecko: %s)', (gecko) => {
  const error = errorOf('x is undefined', [`${team}:1:2345`, `${shell}:1:99`], { gecko });
  expect(ownError(error, '/team')).toEqual({
    feature: 'team',
    release: '0.1.0-5b4e5b4e5b',
    place: expect.any(String),
    screen: '/team',
    name: 'TypeError',
    message: 'x is undefined',
    frames: [
      { file: 'team/0.1.0-5b4e5b4e5b/home.1a2b3c4d.js', line: 1, column: 2345 },
      { file: 'shell/0.1.0-aaaaaaaaaa/shell.11112222.js', line: 1, column: 99 },
    ],
  });
});

test('what a feature gave to the shell is the feature’s, whatever is the shell’s own stays so', () => {
  const own = ownError(errorOf('x', [`${shell}:1:99`, `${team}?r=1:1:7`]), '/team');
  expect(own?.feature).toBe('team');
  expect(own?.frames[1]).toEqual({ file: 'team/0.1.0-5b4e5b4e5b/home.1a2b3c4d.js', line: 1, column: 7 });
  expect(ownError(errorOf('x', [`${shell}:1:99`]), '/team')?.feature).toBe('shell');
});

test('a long stack is cut, and has the frame that is to blame', () => {
  const own = (deep: number) =>
    ownError(
      errorOf('x', [...Array.from({ length: deep }, (_, at) => `${shell}:1:${at + 1}`), `${team}:1:7`]),
      '/team',
    );
  for (const deep of [3, 9, 10, 40]) {
    expect(own(deep)?.frames.length).toBeLessThanOrEqual(10);
    expect(own(deep)?.frames.at(-1)?.file).toMatch(/^team\//);
  }
  expect(own(40)?.frames.map(({ column }) => column)).toEqual([32, 33, 34, 35, 36, 37, 38, 39, 40, 7]);
});

const leaving = async (error: Error) => {
  const own = ownError(error, '/team/member/:name');
  return own && withoutMessage(own);
};
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

test('the message stays on the page: what leaves has a digest of it, the same whatever its figures and names are', async () => {
  const said = (amount: string, name: string) => errorOf(`cannot send ${amount} USD to '${name}'`, [`${team}:1:1`]);
  const left = await leaving(said('1,250.75', 'hana'));
  expect(left).toEqual({
    screen: '/team/member/:name',
    name: 'TypeError',
    digest: sha256('cannot send 0,000.00 USD to …'),
    frames: [{ file: 'team/0.1.0-5b4e5b4e5b/home.1a2b3c4d.js', line: 1, column: 1 }],
  });
  expect((await leaving(said('3,999.10', 'ren')))?.digest).toBe(left?.digest);
  const read = "Cannot read properties of undefined (reading 'amount')";
  expect((await leaving(errorOf(read, [`${team}:1:1`])))?.digest).toBe(sha256(read));
  expect((await leaving(errorOf('x '.repeat(400), [`${team}:1:1`])))?.digest).toBe(sha256('x '.repeat(100)));
});

test('a name that somebody made up, and what stands alongside a place, does not leave', async () => {
  const error = errorOf('x', [`${team}:1:1`], { name: 'hana has 12 USD' });
  error.stack = `Error: x\n    at send(hana, 1250) [as hana@example.com] (${team}:1:1)`;
  const left = await leaving(error);
  expect(left?.name).toBe('Error');
  expect(JSON.stringify(left)).not.toMatch(/hana|1250/);
});

test('a browser without digests reports a crash without more, and nothing of an error in use', async () => {
  const subtle = Object.getOwnPropertyDescriptor(crypto, 'subtle') ?? {};
  Object.defineProperty(crypto, 'subtle', { value: undefined, configurable: true });
  try {
    const own = ownError(errorOf('x', [`${team}:1:5`]), '/team');
    expect(own && (await reportOfThrown(own))).toBeUndefined();
    expect(await crash(errorOf('x', [`${team}:1:5`]))).toEqual({
      ...{ feature: 'team', release: '1', phase: 'render', outcome: 'crashed', milliseconds: 0 },
    });
  } finally {
    Object.defineProperty(crypto, 'subtle', subtle);
  }
});

test.each([
  ['an extension', errorOf('x', ['chrome-extension://abcdef/content.js:1:1'])],
  ['an extension in between', errorOf('x', [`${team}:1:1`, 'moz-extension://abcdef/content.js:1:1'])],
  ['Safari’s word for one', errorOf('x', ['webkit-masked-url://hidden/:1:1'], { gecko: true })],
  ['another script of the page', errorOf('x', ['https://ads.example/a.js:1:1'])],
  ['a translator', errorOf('The node to be removed is not a child', [`${shell}:1:1`], { name: 'NotFoundError' })],
  ['a network that is not there', errorOf('Failed to fetch', [`${team}:1:1`])],
  ['what was given up', errorOf('The user aborted a request', [`${team}:1:1`], { name: 'AbortError' })],
])('%s is nobody’s fault here', (_who, thrown) => {
  expect(ownError(thrown, '/team')).toBeUndefined();
});

test('what is no error has no place', () => {
  for (const thrown of ['x', null, undefined, { status: 503 }, new Error('x')])
    expect(ownError(thrown, '/team')).toBeUndefined();
});

const crash = (thrown: unknown) =>
  reportOf(
    {
      feature: 'team',
      release: '1',
      milliseconds: 0,
      drawn: true,
      failure: { kind: 'crashed', feature: 'team', release: '1', message: 'x', thrown },
    },
    '/team',
  );

test('a screen that a translator broke is not reported; one that broke by itself is, with its place', async () => {
  expect(await crash(errorOf('removeChild', [`${shell}:1:1`], { name: 'NotFoundError' }))).toBeUndefined();
  expect(await crash(errorOf('x', [`${team}:1:5`]))).toMatchObject({
    phase: 'render',
    outcome: 'crashed',
    thrown: { screen: '/team', name: 'TypeError', digest: sha256('x'), frames: [{ line: 1, column: 5 }] },
  });
});

test('a crash without a place of ours has its name, or how it failed', async () => {
  expect((await crash(new RangeError('x')))?.thrown).toMatchObject({ name: 'RangeError', frames: [] });
  expect((await crash('x'))?.thrown).toMatchObject({ name: 'render crashed', frames: [] });
});

test('an error in use is a report of its own, and no failed load', async () => {
  const own = ownError(errorOf('x', [`${team}:1:5`]), '/team');
  expect(own && (await reportOfThrown(own))).toMatchObject({ feature: 'team', phase: 'run', outcome: 'threw' });
});
