import { isAbout } from '@trellis/api-contract';
import { Amount, moneyText, Row, TextLink } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { Deposit } from '../../api.ts';
import { useActorName } from '../../frame/Actor.tsx';
import { Moment } from '../../frame/Moment.tsx';
import { useMay } from '../../frame/useMay.ts';

interface DepositRowProps {
  readonly deposit: Deposit;
  readonly onRelease: () => void;
  readonly onReturn: () => void;
}

/** One transfer: whose, when and how much, and what waits for somebody. */
export function DepositRow({ deposit, onRelease, onReturn }: DepositRowProps) {
  const { t } = useTranslation('operator');
  const mayPay = useMay('treasury');
  const { username, chain, state, received, transaction, at, releaseAskedBy, returnAskedBy, withdrawal } = deposit;
  const waits = releaseAskedBy !== null || returnAskedBy !== null;
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
          {(state === 'below_minimum' || state === 'suspense') && mayPay && !waits && (
            <>
              {!isOfErased(deposit) && <TextLink onClick={onRelease}>{t('deposits.release')}</TextLink>}
              <TextLink onClick={onReturn}>{t('deposits.return')}</TextLink>
            </>
          )}
          {withdrawal !== null && <TextLink to={`/withdrawals/${withdrawal}`}>{t('deposits.toWithdrawal')}</TextLink>}
        </>
      }
      endDetail={<Standing deposit={deposit} />}
    />
  );
}

/** Nobody can use it: it can only be returned. */
const isOfErased = ({ reason }: Deposit): boolean => reason === 'erased';

function Standing({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation('operator');
  const actorName = useActorName();
  const { state, reason, credited, minimum, confirmations, needed, releaseAskedBy, returnAskedBy } = deposit;
  if (releaseAskedBy !== null) return t('deposits.asked', { by: actorName(releaseAskedBy) });
  if (returnAskedBy !== null) return t('deposits.returnAsked', { by: actorName(returnAskedBy) });
  if (state === 'confirming') return t('deposits.confirmations', { confirmations, needed });
  if (credited !== null) return t('deposits.credited', { amount: moneyText(credited) });
  if (state === 'returning') return t('deposits.goesBack');
  if (state === 'returned') return t('deposits.wentBack');
  if (reason === 'large') return t('deposits.waitsForTwo');
  if (isOfErased(deposit)) return t('deposits.ofErased');
  if (reason !== null)
    return t(isAbout(reason, 'rate') ? 'deposits.waitsForRate' : 'deposits.refused', { code: reason });
  return state === 'below_minimum' && minimum !== null
    ? t('deposits.minimum', { amount: moneyText(minimum) })
    : t('deposits.waitsForOwner');
}
