import { expect, test } from '@jest/globals';
import { reportOf, reportOfThrown } from './reportOf.ts';
import { ownError } from './thrown.ts';

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
    place: 'home.1a2b3c4d.js:1:2345',
    screen: '/team',
    message: 'TypeError: x is undefined',
  });
});

test('what a feature gave to the shell is the feature’s, whatever is the shell’s own stays so', () => {
  expect(ownError(errorOf('x', [`${shell}:1:99`, `${team}?r=1:1:7`]), '/team')?.place).toBe('home.1a2b3c4d.js:1:7');
  expect(ownError(errorOf('x', [`${shell}:1:99`]), '/team')?.feature).toBe('shell');
});

test('nothing of a member’s is in what is notified', () => {
  const said = `cannot send 1,250.75 USD to 'hana' (hana@example.com) with ${'a1b2'.repeat(10)}, 'reading' １２`;
  expect(ownError(errorOf(said, [`${team}:1:1`]), '/team')?.message).toBe(
    'TypeError: cannot send 0,000.00 USD to … … with … … 00',
  );
  const read = "Cannot read properties of undefined (reading 'amount')";
  expect(ownError(errorOf(read, [`${team}:1:1`]), '/team')?.message).toBe(`TypeError: ${read}`);
  expect(ownError(errorOf('x '.repeat(400), [`${team}:1:1`]), '/team')?.message).toHaveLength(200);
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

test('a screen that a translator broke is not reported; one that broke by itself is, with its place', () => {
  const crash = (thrown: Error) =>
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
  expect(crash(errorOf('removeChild', [`${shell}:1:1`], { name: 'NotFoundError' }))).toBeUndefined();
  expect(crash(errorOf('x', [`${team}:1:5`]))).toMatchObject({
    phase: 'render',
    outcome: 'crashed',
    thrown: { place: 'home.1a2b3c4d.js:1:5', screen: '/team', message: 'TypeError: x' },
  });
});

test('an error in use is a report of its own, and no failed load', () => {
  const own = ownError(errorOf('x', [`${team}:1:5`]), '/team');
  expect(own && reportOfThrown(own)).toMatchObject({ feature: 'team', phase: 'run', outcome: 'threw' });
});
