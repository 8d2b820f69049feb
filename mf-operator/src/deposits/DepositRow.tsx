import { Amount, moneyText, Row, TextLink } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { Moment } from '../frame/Moment.tsx';
import { useMay } from '../roles/useMay.ts';
import type { Deposit } from './depositTexts.ts';

/** One transfer: whose, when and how much, and what waits for somebody. */
export function DepositRow({ deposit, onRelease }: { deposit: Deposit; onRelease: () => void }) {
  const { t } = useTranslation('operator');
  const mayPay = useMay('treasury');
  const { username, chain, state, received, credited, minimum, transaction, confirmations, needed, at } = deposit;
  return (
    <Row
      person={username}
      title={<TextLink to={`/members/${username}`}>{username}</TextLink>}
      detail={
        <>
          <Moment at={at} /> · {chain} ·{' '}
          <span translate="no" title={transaction.id}>
            {transaction.id.slice(0, 10)}…
          </span>
        </>
      }
      end={
        <>
          <Amount money={received} />
          {state === 'below_minimum' && mayPay && deposit.releaseAskedBy === null && (
            <TextLink onClick={onRelease}>{t('deposits.release')}</TextLink>
          )}
        </>
      }
      endDetail={
        deposit.releaseAskedBy !== null
          ? t('deposits.asked', { by: deposit.releaseAskedBy })
          : state === 'confirming'
            ? t('deposits.confirmations', { confirmations, needed })
            : credited !== null
              ? t('deposits.credited', { amount: moneyText(credited) })
              : state === 'below_minimum' && minimum !== null
                ? t('deposits.minimum', { amount: moneyText(minimum) })
                : t('deposits.waitsForOwner')
      }
    />
  );
}
