import { operatorApiBase } from '@trellis/api-contract/operator';
import { generateSync } from 'otplib';
import { type RawAnswer, rawRequest } from '../../../api/src/testing/index.ts';
import { runCommand } from '../../support/command.ts';
import type { Product } from '../../support/product.ts';

const password = 'seven quiet lattices';

/** Enrols somebody with every role, logs them in, and asks what they ask. */
export async function enterAsOperator(product: Product): Promise<(path: string) => Promise<RawAnswer>> {
  const roles = 'support,reviewer,treasurer,releases,auditor,admin';
  const printed = await runCommand(
    product,
    'commands/operator.ts',
    'create',
    'measurer',
    '--roles',
    roles,
    '--together',
  );
  const token = new URL(printed.trim()).hash.slice(1);
  const host = `ops.localhost:${new URL(product.origin).port}`;
  const headers = { host, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const post = async (path: string, body: object): Promise<RawAnswer> => {
    const call = { method: 'POST', path: operatorApiBase + path, headers, body: JSON.stringify(body) };
    const answer = await rawRequest(product.origin, call);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const { otpauthUri } = JSON.parse((await post('/enrolment', { token, password })).text) as { otpauthUri: string };
  const secret = new URL(otpauthUri).searchParams.get('secret') ?? '';
  const code = (stepsAgo: number) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) - 30 * stepsAgo });
  await post('/enrolment/confirmation', { token, code: code(1) });
  const entered = await post('/session', { name: 'measurer', password, code: code(0) });
  const cookie = entered.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  return (path) => rawRequest(product.origin, { path: operatorApiBase + path, headers: { host, cookie } });
}
