import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '../../api/src/testing/index.ts';
import { activateUnasked, publishBroken } from '../support/brokenRelease.ts';
import { runOps } from '../support/command.ts';
import { asOperator } from '../support/operatorCalls.ts';
import type { Product } from '../support/product.ts';
import { type Attack, control, from, signUp } from './attack.ts';

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
          const reported = await client.post('/api/v1/release-reports', { reports: [crash] }, from(network));
          control(reported.status === 202, `a report was refused: ${reported.text}`);
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
  {
    name: 'a way back to what never was live',
    async run(product) {
      const { release } = publishBroken(product, 'team', 'missing export');
      const back = (to?: string) =>
        asOperator(
          product,
          'mallory-releases',
          'rollBackRelease',
          { feature: 'team', release: to, reason: 'x' },
          'releases',
        ).then(() => 'done', String);
      const answer = await back(release);
      control(!/unknown|not found/i.test(answer), `the release is not there: ${answer}`);
      return answer === 'done' ? ['it is live'] : [];
    },
  },
];

async function newAccount(product: Product, username: string, network: string): Promise<Client> {
  const answer = await signUp(product, username, `${username}@example.org`, network);
  control(answer.status === 201, `${username} was not let in: ${answer.text}`);
  return new Client(product.origin).after(answer);
}
