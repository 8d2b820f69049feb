import { referenceText, rejectionCauseTexts } from '@trellis/api-contract';
import { Card, Code, Ends, Hero, Hint, Summary, TextLink, useCopy } from '@trellis/kit';
import { useLanguage } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import type { WithdrawalDetails } from '../../api.ts';
import { textKey } from '../../texts/textKey.ts';
import { AddressGroups } from './AddressGroups.tsx';
import { Deadline, StepChip } from './Standing.tsx';
import * as styles from './Withdrawals.module.css';

/** What was asked for: how much of whose, what arrives, and where. */
export function WithdrawalFacts({ file: details }: { file: WithdrawalDetails }) {
  const { t } = useTranslation('operator');
  const { amount, received, acceptsFrom, today, fee, asset, chain, username, origin, reference, status, cause } =
    details;
  const [language] = useLanguage();
  return (
    <Card label={t('withdrawals.asks')}>
      <Hero
        label={t(origin === 'deposit_return' ? 'withdrawals.backTo' : 'withdrawals.askedBy', { username })}
        money={amount}
      >
        <div className={styles.standing}>
          <StepChip withdrawal={details} />
          {status === 'pending_review' && <Deadline withdrawal={details} />}
        </div>
        {cause !== null && cause !== 'cancelled' && (
          <Hint>{t('withdrawals.shown', { cause: rejectionCauseTexts[cause][language] })}</Hint>
        )}
      </Hero>
      <Summary
        rows={[
          { label: t('withdrawals.receives'), value: received },
          ...(today ? [{ label: t('withdrawals.today'), value: today }] : []),
          ...(acceptsFrom ? [{ label: t('withdrawals.least'), value: acceptsFrom }] : []),
          { label: t('withdrawals.fee'), value: fee },
          {
            label: t('withdrawals.network'),
            value: t('withdrawals.assetOn', { asset, network: t(textKey('withdrawals.network', chain)) }),
          },
          { label: t('withdrawals.origin'), value: t(textKey('withdrawals.origin', origin)) },
          { label: t('withdrawals.reference'), value: <Code>{referenceText(reference)}</Code> },
        ]}
      />
      <Destination details={details} />
    </Card>
  );
}

function Destination({ details: { address, addressTyped } }: { details: WithdrawalDetails }) {
  const { t } = useTranslation('operator');
  const copy = useCopy();
  return (
    <>
      <Ends>
        <Hint>{t('withdrawals.address')}</Hint>
        <TextLink onClick={() => void copy(address, t('withdrawals.copied'))}>{t('withdrawals.copy')}</TextLink>
      </Ends>
      <AddressGroups address={address} />
      {addressTyped !== address && (
        <Hint>
          {t('withdrawals.typed')} <Code>{addressTyped}</Code>
        </Hint>
      )}
    </>
  );
}
