import type { OperatorEndpointName } from '@trellis/api-contract/operator';
import { newKey } from '../../api/src/testing/index.ts';
import { runOps } from '../support/command.ts';
import { runSql } from '../support/database.ts';
import { approveAs, asOperator } from '../support/operatorCalls.ts';
import type { Product } from '../support/product.ts';
import { type Attack, control, from, ownBrowser } from './attack.ts';

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
  {
    name: 'a session of the support stops one member after the other',
    async run(product) {
      const suspend = () =>
        succeeds(product, 'suspendMember', { username: 'emma', cause: 'other', reason: 'x', code: undefined });
      const restore = () => runOps(product, 'restoreMember', 'emma', '--reason', 'the check is over');
      let stopped = 0;
      while (stopped < 20 && (await suspend())) {
        stopped += 1;
        await restore();
      }
      control(stopped > 0, 'nobody is suspended without a code');
      const reset = { username: 'emma', reason: 'x', code: undefined };
      return [
        ...(stopped < 20 ? [] : [`${stopped} members are suspended`]),
        ...((await succeeds(product, 'requestFactorReset', reset))
          ? ['a reset of the authenticator is asked for']
          : []),
      ];
    },
  },
  {
    name: 'a session of the support hides inquiries and announcements, and keeps a second factor lost',
    async run(product) {
      const through = [];
      const members = ['minjun', 'xinyi'].map((name, index) => ownBrowser(product, name, `203.0.113.${95 + index}`));
      let closed = 0;
      for (const member of await Promise.all(members))
        for (let count = 0; count < 16; count += 1) {
          // What a member asks within an hour is counted.
          await runSql(product, `DELETE FROM rate_limit WHERE key LIKE '%nquiry%' AND key NOT LIKE '%free%'`);
          const inquiry = await member.post(
            '/api/v1/inquiries',
            { type: 'other', text: 'Where is it?' },
            { 'idempotency-key': newKey() },
          );
          control(inquiry.status === 201, `there is no inquiry: ${inquiry.text}`);
          const bare = { id: inquiry.body.id, reason: 'x', code: undefined };
          if (await succeeds(product, 'closeMemberInquiry', bare)) closed += 1;
        }
      control(closed > 0, 'none is closed without a code');
      if (closed === 32) through.push(`${closed} inquiries are closed`);
      for (const repeated of [false, true]) {
        const id = await announced(product);
        const recalled = await succeeds(product, 'recallAnnouncement', { id, reason: 'x', code: undefined });
        control(repeated || recalled, 'none is recalled without a code');
        if (repeated && recalled) through.push('what was announced again is recalled again');
        if (!recalled) await call(product, 'recallAnnouncement', { id, reason: 'x' });
      }
      const bound = `google_secret = '\\x00', google_key = 'none', google_bound_at = product_now()`;
      await runSql(product, `UPDATE member SET ${bound} WHERE username = 'weijie'`);
      const honest = { username: 'weijie', reason: 'x' };
      const { id } = await asOperator(product, 'honest-support', 'requestFactorReset', honest, 'support');
      if (await succeeds(product, 'withdrawFactorReset', { id, reason: 'x', code: undefined }))
        through.push('a reset that another one asked for is taken back');
      return through;
    },
  },
  {
    name: 'an answer, or an announcement, asks for a secret or leads away',
    async run(product) {
      const address = '203.0.113.91';
      const member = await ownBrowser(product, 'noah', address);
      const inquiry = await member.post(
        '/api/v1/inquiries',
        { type: 'other', text: 'Where is it?' },
        { 'idempotency-key': newKey(), ...from(address) },
      );
      const answer = (text: string) => succeeds(product, 'answerInquiry', { id: inquiry.body.id, text, reason: 'x' });
      const announce = (text: string) => {
        const [begin, end] = [1, 2].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString());
        const said = { title: 'News', text };
        const texts = { en: said, jp: said, zh: said, ko: said };
        return succeeds(product, 'askAnnouncement', { texts, from: begin, until: end, reason: 'x' });
      };
      control(await answer('Enter the code in the app, and never give it to anybody.'), 'no answer is sent');
      control(await announce('Deposits of 200 USDT arrive after 12 blocks.'), 'no announcement is asked for');
      const through = [];
      for (const text of misleading) {
        if (await answer(text)) through.push(`answered: ${text}`);
        if (await announce(text)) through.push(`asked to announce: ${text}`);
      }
      return through;
    },
  },
];

/** What was sent once, or asked for. */
const misleading = [
  'Please confirm your account at https://trellis-support.example/login today.',
  'Read us the six digits that your phone shows now.',
  'Send the c o d e to us',
  'Reply with your c0de and passw0rd',
  'Please send us the 6-digit number from Google Authenticator.',
  'Please move your USD to 0x8ba1f109551bD432803012645Ac136ddd64DBA72 until the repair is done.',
  'Go to evil。example',
  'Go to evil․example',
  'EVIL dot example',
  't . me / trellis_help',
  'Call +1 555 0100',
  'Read out the six digits of your authenticator to our staff',
];

/** Two people announce something to all members. @returns its id */
async function announced(product: Product): Promise<unknown> {
  const [begin, end] = [0, 2].map((hours) => new Date(Date.now() + hours * 3_600_000 + 1_000).toISOString());
  const said = { title: 'Careful', text: 'We never ask for a code.' };
  const texts = { en: said, jp: said, zh: said, ko: said };
  const request = { texts, from: begin, until: end, reason: 'x' };
  const { id } = await asOperator(product, 'honest-support', 'askAnnouncement', request, 'support');
  await approveAs(product, 'second-support', id, { reason: 'x' }, 'support');
  return id;
}

const call = (product: Product, endpoint: OperatorEndpointName, input: Words): Promise<Words> =>
  asOperator(product, 'mallory-support', endpoint, input, 'support');

const succeeds = (product: Product, endpoint: OperatorEndpointName, input: Words): Promise<boolean> =>
  call(product, endpoint, input).then(
    () => true,
    () => false,
  );

const isSuspended = async (product: Product, username: string): Promise<boolean> =>
  ((await runOps(product, 'getMember', username)) as { suspended: boolean }).suspended;
