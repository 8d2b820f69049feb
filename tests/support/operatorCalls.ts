import {
  type OperatorEndpointName,
  type OperatorRole,
  operatorApiBase,
  operatorEndpoints,
} from '@trellis/api-contract/operator';
import { rawRequest } from '../../api/src/testing/index.ts';
import { consoleOf, type EnteredOperator, enrolmentToken, firstCodes, freshCode } from './operators.ts';
import type { Product } from './product.ts';

type Answer = Record<string, unknown>;
interface ConsoleUser {
  readonly operator: EnteredOperator;
  readonly cookie: string;
}

/** Each operator enrols once in a product, and stays logged in. */
const consoleUsers = new Map<string, Promise<ConsoleUser>>();

/**
 * Calls an endpoint in an operator's session, without a page: what takes two people takes two who are logged in. Who is not
 * there yet enrols first, with every role that decides or pays, or those given.
 * @param input what stands in its path or, for all else, its body; a fresh code is added, unless it has a `code`, as of a stolen session `undefined`
 * @throws Error with the problem that refused it
 */
export async function asOperator(
  product: Product,
  name: string,
  endpoint: OperatorEndpointName,
  input: Answer,
  roles = 'support,reviewer,treasurer',
): Promise<Answer> {
  const key = `${product.dataDir} ${name}`;
  const consoleUser = consoleUsers.get(key) ?? enter(product, name, roles);
  consoleUsers.set(key, consoleUser);
  const { operator, cookie } = await consoleUser;
  const contract = operatorEndpoints[endpoint];
  const body = { ...input };
  const path = contract.path.replace(/:(\w+)/g, (_, part: string) => {
    const value = String(body[part]);
    delete body[part];
    return encodeURIComponent(value);
  });
  if ('freshCode' in contract && !('code' in body)) body.code = await freshCode(product, operator);
  return (await call(product, contract.method, path, body, cookie)).body;
}

/** Approves what waits about a subject, as the console does. @throws Error where nothing waits, or with the problem that refused it */
export async function approveAs(
  product: Product,
  name: string,
  subject: unknown,
  words: { readonly reason: string },
  roles?: string,
): Promise<Answer> {
  const { waiting } = (await asOperator(product, name, 'listWaiting', {}, roles)) as {
    readonly waiting: readonly { readonly id: string; readonly subject: string }[];
  };
  const request = waiting.find((each) => each.subject === String(subject));
  if (!request) throw new Error(`nothing waits about ${String(subject)}`);
  return asOperator(product, name, 'approve', { id: request.id, ...words }, roles);
}

/** Two admins let somebody in, who enrols at once and stays logged in. @param admins who asks, and who approves */
export async function inviteAs(
  product: Product,
  [asks, approves]: readonly [string, string],
  name: string,
  roles: readonly OperatorRole[],
): Promise<void> {
  await asOperator(product, approves, 'listOperators', {}, 'admin');
  const { id, word } = await asOperator(product, asks, 'inviteOperator', { name, roles, reason: 'x' }, 'admin');
  const { token } = await asOperator(product, approves, 'approve', { id, reason: 'x' });
  const consoleUser = enrol(product, name, { token, word });
  consoleUsers.set(`${product.dataDir} ${name}`, consoleUser);
  await consoleUser;
}

const enter = async (product: Product, name: string, roles: string): Promise<ConsoleUser> =>
  enrol(product, name, { token: await enrolmentToken(product, name, roles) });

async function enrol(product: Product, name: string, link: Answer & { readonly token: unknown }): Promise<ConsoleUser> {
  const password = 'seven quiet lattices';
  // Each from a network of their own, where the product believes the proxy in front: enrolments are counted.
  const address = `198.51.${100 + (consoleUsers.size % 100)}.7`;
  const post = (path: string, body: Answer) => call(product, 'POST', path, body, '', address);
  const { otpauthUri } = (await post('/enrolment', { ...link, password })).body;
  const secret = new URL(String(otpauthUri)).searchParams.get('secret') ?? '';
  const code = await firstCodes(product, secret, 2);
  await post('/enrolment/confirmation', { token: link.token, code: code(1) });
  const { cookie = '' } = await post('/session', { name, password, code: code(0) });
  return { operator: { name, password, secret }, cookie };
}

async function call(
  product: Product,
  method: string,
  path: string,
  body: Answer,
  cookie = '',
  address = '198.51.100.7',
): Promise<{ readonly body: Answer; readonly cookie: string | undefined }> {
  const { host } = new URL(consoleOf(product));
  const answer = await rawRequest(product.origin, {
    method,
    path: operatorApiBase + path,
    headers: {
      ...{ host, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', cookie },
      'x-forwarded-for': address,
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  if (answer.status >= 400) throw new Error(`${method} ${path} was refused: ${answer.text}`);
  const cookies = answer.headers['set-cookie'];
  return { body: answer.text === '' ? {} : (JSON.parse(answer.text) as Answer), cookie: cookies?.[0]?.split(';')[0] };
}
