import { setTimeout as delay } from 'node:timers/promises';
import { Client, registration } from '../../api/src/testing/index.ts';
import { activateUnasked, publishBroken } from '../support/brokenRelease.ts';
import { runOps } from '../support/command.ts';
import type { Product } from '../support/product.ts';
import { type Attack, control, from, mailedCode } from './attack.ts';

const accounts = 10;

/** Ways to change what members load. */
export const releaseAttacks: readonly Attack[] = [
  {
    name: 'ten throw-away accounts undo a release',
    async run(product) {
      const { release } = publishBroken(product, 'plan', 'missing export');
      const takeBack = await activateUnasked(product, 'plan', release);
      try {
        await delay(1_200);
        const crash = { feature: 'plan', release, phase: 'render', outcome: 'crashed', milliseconds: 1 };
        for (let number = 0; number < accounts; number += 1) {
          const network = `198.18.${number}.1`;
          const client = await newAccount(product, `throwaway${number}`, network);
          const told = await client.post('/api/v1/release-reports', { reports: [crash] }, from(network));
          control(told.status === 202, `a report was refused: ${told.text}`);
        }
        // The watch has looked twice.
        await delay(11_000);
        const { events } = (await runOps(product, 'getReleaseHistory', 'plan', '--limit', '1')) as {
          events?: { action: string; release: string }[];
        };
        const [latest] = events ?? [];
        control(latest !== undefined, 'the release has no history');
        return latest?.action === 'activate' && latest.release === release ? [] : [`it is ${latest?.action}`];
      } finally {
        await takeBack();
      }
    },
  },
];

/** Somebody who signs up as anybody does. */
async function newAccount(product: Product, username: string, network: string): Promise<Client> {
  const visitor = new Client(product.origin);
  const email = `${username}@example.org`;
  await visitor.post('/api/v1/email-codes', { purpose: 'register', email, language: 'en' }, from(network));
  const emailCode = await mailedCode(product, email);
  const answer = await visitor.post('/api/v1/members', registration({ email, username, emailCode }), from(network));
  control(answer.status === 201, `${username} was not let in: ${answer.text}`);
  return visitor.after(answer);
}
