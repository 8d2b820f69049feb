import { expect, test } from '@jest/globals';
import { rejectionNotice } from './rejectionNotice.ts';

test('what a member reads of a rejection is the notice itself, in their language, with amount and cause filled in', () => {
  expect(rejectionNotice('en', '12.00 USD', 'addressProblem', 'balance')).toEqual({
    lang: 'en',
    title: 'Withdrawal rejected',
    text: '12.00 USD is back in your balance. Reason: A problem with the address',
  });
  // What stands for something in a replacement is written as it is.
  expect(rejectionNotice('jp', '$& USD', 'other', 'stake_profit')).toEqual({
    lang: 'ja',
    title: '出金が却下されました',
    text: '$& USD は残高に戻りました。理由：その他（詳しくはサポートへお問い合わせください）',
  });
  // What was not in the balance before does not come there.
  expect(rejectionNotice('en', '5.00 USDT', 'addressProblem', 'deposit_return').text).toBe(
    '5.00 USDT wasn’t sent and is where it was before. Reason: A problem with the address',
  );
});
