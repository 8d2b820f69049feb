import type { OperatorEndpointName } from '@trellis/api-contract/operator';
import { runOps } from '../support/command.ts';
import { asOperator } from '../support/operatorCalls.ts';
import type { Product } from '../support/product.ts';
import { type Attack, control } from './attack.ts';

type Words = Record<string, unknown>;

/** What one of the support can do alone, or whoever has their session without the authenticator. */
export const supportAttacks: readonly Attack[] = [
  {
    name: 'a session of the support undoes what protects a member, and the console',
    async run(product) {
      const country = async () => ((await runOps(product, 'getMember', 'emma')) as { country: string | null }).country;
      const before = await country();
      await call(product, 'suspendMember', { username: 'emma', cause: 'other', reason: 'x' });
      control(await isSuspended(product, 'emma'), 'nobody is suspended');
      const through = [];
      try {
        for (const [endpoint, input] of [
          ['restoreMember', { username: 'emma' }],
          ['changeMemberCountry', { username: 'emma', country: before === 'KR' ? 'JP' : 'KR' }],
          ['switchFeatureOff', { feature: 'operator' }],
        ] as const)
          if (await succeeds(product, endpoint, { ...input, reason: 'x', code: undefined })) through.push(endpoint);
        if (await succeeds(product, 'switchFeatureOff', { feature: 'operator', reason: 'x' }))
          through.push('switchFeatureOff with a code');
      } finally {
        await runOps(product, 'restoreMember', 'emma', '--reason', 'the check is over').catch(() => undefined);
        await runOps(product, 'switchFeatureOn', 'operator', '--reason', 'the check is over').catch(() => undefined);
      }
      return through;
    },
  },
];

const call = (product: Product, endpoint: OperatorEndpointName, input: Words): Promise<Words> =>
  asOperator(product, 'mallory-support', endpoint, input, 'support');

const succeeds = (product: Product, endpoint: OperatorEndpointName, input: Words): Promise<boolean> =>
  call(product, endpoint, input).then(
    () => true,
    () => false,
  );

const isSuspended = async (product: Product, username: string): Promise<boolean> =>
  ((await runOps(product, 'getMember', username)) as { suspended: boolean }).suspended;
