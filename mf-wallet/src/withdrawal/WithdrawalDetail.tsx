import { type Output, referenceText, rejectionCauseTexts } from '@trellis/api-contract';
import {
  Button,
  Card,
  Code,
  ExactAmounts,
  Hero,
  Hint,
  LinkButton,
  moneyText,
  Notice,
  Screen,
  Sheet,
  SkeletonCard,
  Summary,
  TextLink,
  useDates,
  useToast,
} from '@trellis/kit';
import { Loaded, useErrorText, useLanguage } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { AddressGroups } from './AddressGroups.tsx';
import { StatusChip } from './StatusChip.tsx';
import { Timeline } from './Timeline.tsx';
import { cancelledTexts, cancelTexts, heldTexts, networkText, originTexts, whereTexts } from './withdrawalTexts.ts';

type Detail = Output<'getWithdrawal'>;

/** One withdrawal: where it stands, since when, until when, and what it is. */
export function WithdrawalDetail({ id }: { id: string }) {
  const { t } = useTranslation('wallet');
  const query = walletApi.useGetWithdrawalQuery({ id });
  return (
    <Screen title={t('withdrawal.title')} back="/wallet/withdrawal">
      <Loaded query={query} waiting={<SkeletonCard hero />}>
        {(withdrawal) => (
          <ExactAmounts value={true}>
            <Status withdrawal={withdrawal} />
            <Information withdrawal={withdrawal} />
            {withdrawal.cancellable && <Cancel withdrawal={withdrawal} />}
          </ExactAmounts>
        )}
      </Loaded>
    </Screen>
  );
}

function Status({ withdrawal }: { withdrawal: Detail }) {
  const { t } = useTranslation('wallet');
  const [language] = useLanguage();
  const { dateTime } = useDates();
  const { status, cause, received, acceptsFrom, amount, deadlineAt, origin, stake, payoutsFrozen } = withdrawal;
  const label = acceptsFrom ? 'withdrawal.receivedAbout' : 'withdrawal.received';
  const isBack = status === 'rejected';
  const whereItIs = t(whereTexts[origin], { amount: moneyText(amount) });
  return (
    <>
      <Hero centred label={t(isBack ? 'withdrawal.amount' : label)} money={isBack ? amount : received}>
        <p role="status">
          <StatusChip withdrawal={withdrawal} />
        </p>
        {status === 'pending_review' && !payoutsFrozen && (
          <Hint>{t('withdrawal.by', { time: dateTime(deadlineAt) })}</Hint>
        )}
        {acceptsFrom && status === 'pending_review' && (
          <Hint>{t('withdrawal.rateAtApproval', { least: moneyText(acceptsFrom) })}</Hint>
        )}
        {origin !== 'balance' && (
          <Hint>
            {t(originTexts[origin])}
            {stake !== null && (
              <>
                {' · '}
                <TextLink to={`/wallet/stakeDetail?id=${stake}`}>{t('withdrawal.toContract')}</TextLink>
              </>
            )}
          </Hint>
        )}
      </Hero>
      {status === 'pending_review' && payoutsFrozen && (
        <Notice tone="warning" title={t('withdrawal.frozen')}>
          {t('withdrawal.frozenText')}
        </Notice>
      )}
      {cause === 'cancelled' && (
        <Notice tone="neutral" icon="check">
          {whereItIs}
        </Notice>
      )}
      {cause !== null && cause !== 'cancelled' && (
        <Notice
          tone="warning"
          title={t('withdrawal.reason', { reason: rejectionCauseTexts[cause][language] })}
          action={
            <LinkButton kind="quiet" size="small" to="/consulation">
              {t('suspended.support')}
            </LinkButton>
          }
        >
          {whereItIs}
        </Notice>
      )}
      <Card label={t('withdrawal.progress')}>
        <Timeline withdrawal={withdrawal} />
      </Card>
    </>
  );
}

function Information({
  withdrawal: { amount, fee, asset, chain, address, status, reference, origin },
}: {
  withdrawal: Detail;
}) {
  const { t } = useTranslation('wallet');
  return (
    <Card title={t('withdrawal.information')}>
      <Summary
        rows={[
          { label: t('withdrawal.amount'), value: amount },
          { label: t('withdrawal.fee'), value: fee },
          { label: t('withdrawal.network'), value: t('withdrawal.assetOn', { asset, network: t(networkText[chain]) }) },
          { label: t('record.reference'), value: <Code>{referenceText(reference)}</Code> },
        ]}
      />
      <Hint>{t('withdrawal.address')}</Hint>
      <AddressGroups address={address} />
      {status === 'pending_review' && <Hint>{t(heldTexts[origin], { amount: moneyText(amount) })}</Hint>}
    </Card>
  );
}

function Cancel({ withdrawal: { id, amount, origin } }: { withdrawal: Detail }) {
  const { t } = useTranslation('wallet');
  const errorText = useErrorText();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const [cancel, { isLoading }] = walletApi.useCancelWithdrawalMutation();
  const finish = async (): Promise<void> => {
    const { error } = await cancel({ id });
    toast(error ? errorText(error) : t(cancelledTexts[origin]), error ? 'alert' : 'check');
    setAsking(false);
  };
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {t('withdrawal.cancel')}
      </Button>
      {asking && (
        <Sheet title={t('withdrawal.cancelTitle')} dismissible={!isLoading} onClose={() => setAsking(false)}>
          <Hint>{t(cancelTexts[origin], { amount: moneyText(amount) })}</Hint>
          <Button kind="danger" busy={isLoading} onClick={() => void finish()}>
            {t('withdrawal.cancel')}
          </Button>
        </Sheet>
      )}
    </>
  );
}
