import type { Problem } from '@trellis/api-contract';
import { type OperatorRole, operatorEndpoints, type WaitingAction } from '@trellis/api-contract/operator';
import { generateSync } from 'otplib';
import { OperatorAccounts } from '../identity/operators/accounts.ts';
import { Database } from '../platform/db/database.ts';
import { rawRequest } from './rawRequest.ts';
import { goodPassword } from './registering.ts';
import type { TestApplication } from './testApplication.ts';
import type { TestDatabase } from './testDatabase.ts';

export interface OpsAnswer {
  readonly status: number;
  readonly cookie: string | undefined;
  readonly text: string;
  readonly body: Record<string, unknown>;
  readonly problem: Omit<Problem, 'code'> & { readonly code: string };
}

/** Calls the operators' host as its own page would. */
export class OpsClient {
  readonly #app: TestApplication;
  readonly cookie: string | undefined;
  readonly #headers: Record<string, string>;
  readonly #operator: TestOperator | undefined;

  /**
   * @param headers of each of its calls
   * @param operator whose authenticator is at hand: what asks for a fresh code is sent with one
   */
  constructor(
    app: TestApplication,
    cookie?: string,
    headers: Record<string, string> = {},
    operator?: TestOperator | undefined,
  ) {
    this.#app = app;
    this.cookie = cookie;
    this.#headers = headers;
    this.#operator = operator;
  }

  get(path: string): Promise<OpsAnswer> {
    return this.send('GET', path);
  }

  /** A body with a code of its own, also an empty one, is sent as it is; an empty code is left out. */
  async post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<OpsAnswer> {
    const { code, ...rest } = typeof body === 'object' ? (body as { readonly code?: unknown }) : {};
    if (code === '') return this.send('POST', path, rest, headers);
    if (!this.#operator || code !== undefined || typeof body !== 'object' || !asksForCode(path))
      return this.send('POST', path, body, headers);
    // Nobody names a payout without having said that they pay it: what a test is about is the rest.
    if (/^\/withdrawals\/[^/]+\/payout$/.test(path))
      await this.post(`${path}/claim`, { ...rest, tx: undefined }, headers);
    const { name, secret } = this.#operator;
    for (;;) {
      // A day of actions has no time to pass between them here; of many at once each gets its turn.
      await this.#app.database.sql('UPDATE operator SET totp_step = 0 WHERE name = $1', [name]);
      const answer = await this.send('POST', path, { ...rest, code: codeOf(this.#app, secret) }, headers);
      if (answer.problem.code !== 'twofactor.used') return answer;
    }
  }

  /** Approves what was asked for about a subject, by the id of the request, as the console does. */
  async approve(
    action: WaitingAction | readonly WaitingAction[],
    subject: unknown,
    words: object = { reason: 'seen it, too' },
  ): Promise<OpsAnswer> {
    const [request] = await this.#app.database.sql<{ id: string }>(
      `SELECT id FROM approval WHERE action = ANY ($1) AND subject = $2 ORDER BY closed_at IS NOT NULL, id DESC LIMIT 1`,
      [[action].flat(), String(subject)],
    );
    return this.post(`/approvals/${request?.id ?? 0}`, words);
  }

  /**
   * @param path below `/ops/api/v1`
   * @param headers an empty one is left out
   */
  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<OpsAnswer> {
    const sent = {
      host: opsHost(this.#app),
      'sec-fetch-site': 'same-origin',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(this.cookie === undefined ? {} : { cookie: this.cookie }),
      ...this.#headers,
      ...headers,
    };
    const answer = await rawRequest(this.#app.origin, {
      method,
      path: `/ops/api/v1${path}`,
      headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== '')),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const parsed: unknown = /json/.test(answer.headers['content-type'] ?? '') ? JSON.parse(answer.text) : {};
    return {
      status: answer.status,
      cookie: answer.headers['set-cookie']?.[0],
      text: answer.text,
      body: parsed as Record<string, unknown>,
      problem: parsed as OpsAnswer['problem'],
    };
  }
}

const asksForCode = (path: string): boolean =>
  Object.values(operatorEndpoints).some(
    (entry) => 'freshCode' in entry && new RegExp(`^${entry.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
  );

export const opsHost = ({ origin }: TestApplication): string => `ops.localhost:${new URL(origin).port}`;

/** How long an authenticator shows one code. */
export const stepMs = 30_000;

/** An operator with the secret of their authenticator. */
export interface TestOperator {
  readonly name: string;
  readonly secret: string;
}

/** What an authenticator shows at the application's present time. */
export const codeOf = ({ clock }: TestApplication, secret: string): string =>
  generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) });

/** A code that is not the given one. */
export const otherCode = (code: string, step = 1): string =>
  ((Number(code) + step) % 1_000_000).toString().padStart(6, '0');

/** Moves on to the beginning of the next step, so that none ends while a test counts them. */
export function toNextStep({ clock }: TestApplication): void {
  clock.advance(stepMs - (clock.now().getTime() % stepMs));
}

/** Does what the operator command does. */
export async function withAccounts<T>(
  app: TestApplication,
  work: (accounts: OperatorAccounts) => Promise<T>,
): Promise<T> {
  const database = new Database({ url: app.database.ownerUrl, poolSize: 1 });
  try {
    return await work(new OperatorAccounts(database, app.clock, 'command:tester'));
  } finally {
    await database.close();
  }
}

/** The secret in an answer of the first step. */
export const secretIn = ({ body }: OpsAnswer): string =>
  new URL(String(body.otpauthUri)).searchParams.get('secret') ?? '';

/** An operator who has used the enrolment link. */
export async function enrolled(
  app: TestApplication,
  name: string,
  roles: readonly OperatorRole[],
): Promise<TestOperator> {
  const token = await withAccounts(app, (accounts) => accounts.create(name, roles));
  const visitor = new OpsClient(app);
  const secret = secretIn(await visitor.post('/enrolment', { token, password: goodPassword }));
  const confirmed = await visitor.post('/enrolment/confirmation', { token, code: codeOf(app, secret) });
  if (confirmed.status !== 200) throw new Error(`${name} could not enrol: ${confirmed.text}`);
  return { name, secret };
}

/** Logs in with the next code: the one before is used up. */
export async function loggedIn(app: TestApplication, { name, secret }: TestOperator): Promise<OpsClient> {
  app.clock.advance(stepMs);
  const answer = await new OpsClient(app).post('/session', {
    name,
    password: goodPassword,
    code: codeOf(app, secret),
  });
  if (answer.status !== 200) throw new Error(`${name} could not log in: ${answer.text}`);
  return new OpsClient(app, answer.cookie?.split(';')[0], {}, { name, secret });
}

const allRoles = '{support,reviewer,treasurer,releases,admin}';

/** Operators who are enrolled and may approve everything, where who they are and how they got in is no matter. */
export async function placeOperators(own: TestDatabase, ...names: readonly string[]): Promise<void> {
  await own.sql(
    `INSERT INTO operator (name, roles, password_hash, totp_secret, totp_key, created_at, enrolled_at)
     SELECT name, $2, '-', '\\x00', '-', now(), now() FROM unnest($1::text[]) AS name`,
    [names, allRoles],
  );
}

/** Suspends an operator as another's call leaves them. */
export async function suspendOperator(own: TestDatabase, name: string): Promise<void> {
  await own.sql('UPDATE operator SET suspended_at = now() WHERE name = $1', [name]);
}

export async function restoreOperator(own: TestDatabase, name: string): Promise<void> {
  await own.sql('UPDATE operator SET suspended_at = NULL WHERE name = $1', [name]);
}
