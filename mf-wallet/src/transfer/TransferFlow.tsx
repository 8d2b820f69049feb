import { money } from '@trellis/api-contract';
import { Card, moneyText, Notice, Person, Subject, Summary, TextLink, Tips, useDates } from '@trellis/kit';
import { AmountInput, People, TextInput } from '@trellis/kit/form';
import { Flow } from '@trellis/shell-sdk/flow';
import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { Answers } from '../help/Answers.tsx';
import { searchIcon } from '../laterIcons.ts';
import { RecordLink } from '../records/RecordLink.tsx';
import { recentRecipients } from './recentRecipients.ts';
import { TransferRecords } from './TransferRecords.tsx';
import { type Terms, type TransferOrder, useTransferOrder } from './useTransferOrder.ts';

const relationText = { upline: 'transfer.upline', downline: 'transfer.downline' } as const;
const sideText = { left: 'transfer.inLeft', right: 'transfer.inRight' } as const;

/** Transfer through the flow template. */
export function TransferFlow({ terms, onTermsChanged }: { terms: Terms; onTermsChanged: () => void }) {
  const { t } = useTranslation('wallet');
  const { dateTime } = useDates();
  const order = useTransferOrder(terms, onTermsChanged);
  const { recipient } = order;
  const { member: known } = recipient;
  const { data: sent } = walletApi.useListRecordsInfiniteQuery({ kind: 'transfer_out' });
  const recent = recentRecipients(sent?.pages[0]?.records ?? []);

  return (
    <Flow
      title={t('transfer.title')}
      back="/wallet"
      action={<TextLink to="/wallet/records">{t('record.title')}</TextLink>}
      issues={order.issues}
      onReview={order.onReview}
      reviewLabel={
        known && order.money
          ? t('transfer.reviewTo', { amount: moneyText(order.money), username: known.username })
          : t('transfer.review')
      }
      confirm={(input: TransferOrder) => ({
        subject: (
          <Subject
            mark={<Person name={input.recipient} size="large" />}
            name={input.recipient}
            text={known && t(known.side ? sideText[known.side] : 'transfer.inUpline')}
          />
        ),
        label: t('transfer.received'),
        money: input.money,
        rows: [
          { label: t('transfer.recipient'), value: <span translate="no">{input.recipient}</span> },
          ...(known ? [{ label: t('transfer.relation'), value: t(relationText[known.relation]) }] : []),
        ],
        fee: input.fee,
        more: known?.firstTime && <FirstTime username={known.username} />,
        submitLabel: t('transfer.submit', { amount: moneyText(input.money) }),
      })}
      endpoint="createTransfer"
      body={({ recipient: name, money: sent, fee }) => ({
        recipient: name,
        amount: sent.amount,
        unit: 'USD' as const,
        shownFee: fee.amount,
      })}
      onRefused={order.onRefused}
      success={(receipt) => ({
        amount: receipt.amount,
        fee: receipt.fee,
        received: receipt.amount,
        headline: t('transfer.headline', { username: receipt.recipient, amount: moneyText(receipt.amount) }),
        person: receipt.recipient,
        text: t('transfer.success'),
        rows: [
          { label: t('transfer.recipient'), value: <span translate="no">{receipt.recipient}</span> },
          { label: t('transfer.balanceAfter'), value: receipt.balanceAfter, own: true },
          { label: t('transfer.date'), value: dateTime(receipt.at) },
          { label: t('transfer.reference'), value: <RecordLink reference={receipt.reference} /> },
        ],
      })}
      continueLabel={t('transfer.continue')}
      onContinue={order.begin}
      below={
        <>
          <Tips
            items={[
              t('transfer.tipLine'),
              t('transfer.tipInstant'),
              t('transfer.limits', {
                minimum: moneyText(terms.minimum),
                maximum: moneyText(terms.maximum),
                left: moneyText(terms.dayLeft),
              }),
            ]}
          />
          <Answers to={['limits']} />
          <TransferRecords />
        </>
      }
    >
      <AmountInput
        look="hero"
        shares
        label={t('transfer.amount')}
        unit="USD"
        value={order.text}
        onChange={order.setText}
        error={order.amountError}
        available={terms.available}
        maximum={terms.sendable}
      />
      {recent.length > 0 && (
        <People label={t('transfer.recent')} names={recent} chosen={recipient.username} onChoose={recipient.choose} />
      )}
      <TextInput
        label={t('transfer.recipient')}
        icon={searchIcon}
        value={recipient.text}
        onChange={recipient.change}
        onBlur={recipient.check}
        error={recipient.error}
        maxLength={15}
        hint={recipient.checking && t('transfer.checking')}
        good={recipient.checking || !known ? undefined : t(known.side ? sideText[known.side] : 'transfer.inUpline')}
      />
      {known?.firstTime && <FirstTime username={known.username} />}
      <Card>
        <Summary
          total
          rows={[
            { label: t('transfer.fee'), value: terms.fee },
            {
              label: known ? t('transfer.receives', { username: known.username }) : t('transfer.received'),
              value: order.typed ?? money(0n, 'USD'),
            },
          ]}
        />
      </Card>
    </Flow>
  );
}

/** Before money goes to a name for the first time: a letter more is somebody else. */
function FirstTime({ username }: { username: string }) {
  const { t } = useTranslation('wallet');
  // It comes with the answer, when the keyboard may have gone on already: what it moves down stays in sight.
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (focused?.matches(':focus-visible')) focused.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Notice tone="warning" title={t('transfer.firstTime', { username })}>
      {t('transfer.firstTimeText')}
    </Notice>
  );
}
