import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Endpoint } from '@trellis/api-contract';
import { operatorRoles } from '@trellis/api-contract/operator';
import { contracts } from '@trellis/api-contract/schemas';
import { demoPassword } from '../../development/demo/team.ts';
import { bindGoogle, type Phone } from '../../testing/authenticator.ts';
import { enrolled, loggedIn, type OpsClient } from '../../testing/operators.ts';
import { goodPassword } from '../../testing/registering.ts';
import { partOf } from '../../testing/sample.ts';
import { sampleOf, type TextPath, withText } from '../../testing/samples.ts';
import { type Client, newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import type { EndpointSchemas } from './validation.ts';

/** Every field of text of every endpoint, given what no text of ours is; the proof that the endpoint asks for is right. */
let app: TestApplication;
let member: Client;
let phone: Phone;
let operator: OpsClient;

beforeAll(async () => {
  app = await startTestApplication({ secondFactor: true });
  member = await app.logIn('demo');
  phone = await bindGoogle(app, member, 'demo@example.com');
});
afterAll(() => app.close());

/** Neither stored by Postgres nor written in UTF-8. */
const impossible = ['\0', 'a\0b', '\ud800', 'a\udfff'];
const odd = [
  '',
  'two\nlines',
  'turned \u202e round',
  'é'.repeat(3000),
  '__proto__',
  "'; DROP TABLE member; --",
  '%00%s{{7*7}}',
];
/** Of both some, and others for every field and commit. */
const textsFor = (field: string) => [...partOf(field, 2, impossible), ...partOf(field, 2, odd)];
/** Ends the very session that asks. */
const left = new Set(['logOut']);

interface Target {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly schemas: EndpointSchemas;
}
const targetsOf = ({ endpoints, schemas }: { endpoints: object; schemas: object }): Target[] =>
  Object.entries(endpoints as Record<string, Endpoint>)
    .filter(([name]) => !left.has(name))
    .map(([name, endpoint]) => ({
      name,
      endpoint,
      schemas: (schemas as Record<string, EndpointSchemas>)[name] as never,
    }));

const known = {
  password: demoPassword,
  oldPassword: demoPassword,
  passwordAgain: goodPassword,
  recipient: 'hana',
  username: 'hana',
  feature: 'team',
};
type Call = (
  method: string,
  path: string,
  body: unknown,
) => Promise<{ readonly status: number; readonly text: string }>;

const callers: Record<'member' | 'operator', Call> = {
  async member(method, path, body) {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    // A log-in ends the session that it comes with, and may succeed here: that is a matter of how long its tries took.
    const client = path === '/session' ? app.visitor : member;
    const answer = await client.send(method, `/api/v1${path}`, sent, { 'idempotency-key': newKey() });
    // What changes how a member proves who they are goes on under another token.
    if (path.startsWith('/security/') && answer.status < 300) member.keep(answer);
    return answer;
  },
  operator: (method, path, body) => operator.send(method, path, body),
};

/** Half a character has no form in an address; what stands for it there is refused before any field is looked at. */
const inAddress = (text: string): string => (text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80');

async function send(
  call: Call,
  { endpoint, schemas }: Target,
  change?: { part: string; path: TextPath; text: string },
) {
  // A code is good once.
  const code = endpoint.action === undefined ? '123456' : phone.code();
  const parts = Object.fromEntries(
    (['params', 'query', 'body'] as const).map((part) => {
      const { value } = sampleOf(schemas[part], { ...known, code });
      return [part, change?.part === part ? withText(value, change.path, change.text) : value];
    }),
  );
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    inAddress(String((parts.params as Record<string, unknown>)[name] ?? '') || '-'),
  );
  const query = Object.entries((parts.query ?? {}) as Record<string, string>)
    .map(([name, text]) => `${name}=${inAddress(text)}`)
    .join('&');
  return call(
    endpoint.method,
    query === '' ? path : `${path}?${query}`,
    endpoint.method === 'POST' ? (parts.body ?? {}) : undefined,
  );
}

describe.each(['member', 'operator'] as const)('endpoints of the audience %s', (audience) => {
  // The clock goes on with every code of the member's: an operator who was quiet so long would be logged out.
  beforeAll(async () => {
    operator = await loggedIn(app, await enrolled(app, `ann${audience}`, operatorRoles));
  });
  test.each(targetsOf(contracts[audience]))('$name', async (target) => {
    const call = callers[audience];
    for (const part of ['params', 'query', 'body'] as const)
      for (const path of sampleOf(target.schemas[part], known).texts)
        for (const text of textsFor(`${target.name} ${path.join('.')}`)) {
          const { status, text: answer } = await send(call, target, { part, path, text });
          const wrong = status >= 500 || (impossible.includes(text) && ![400, 404].includes(status));
          if (wrong)
            throw new Error(`${part} ${path.join('.')}: ${JSON.stringify(text.slice(0, 20))}: ${status} ${answer}`);
        }
    expect((await send(call, target)).status).toBeLessThan(500);
  });
});

describe('a label', () => {
  const { body } = contracts.member.schemas.addAddress;
  const wrongIn = (label: string) =>
    body
      .safeParse({ chain: 'BSC', address: '0x0', label })
      .error?.issues.map(({ path, message }) => [path[0], message]);

  test.each(['two\nlines', 'turned \u202e round', 'see https://a.example', 'trellis.example/claim', 'WWW.trellis'])(
    '%j would be more than one line of words to whoever reads it',
    (label) => expect(wrongIn(label)).toEqual([['label', 'field.plain']]),
  );
  test.each(['Ledger v1.2', 'Émile’s 👨‍👩‍👧 vault', '取引所の住所', 'Tim & Co. (old)', '1.5 BTC'])(
    '%j is one',
    (label) => expect(wrongIn(label)).toBeUndefined(),
  );
});
