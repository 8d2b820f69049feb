import { type Money, money, type Output } from '@trellis/api-contract';
import { Card, Code, moneyText, Notice, Summary, Tips, useDates } from '@trellis/kit';
import { AmountInput, parseAmountInput, TextInput } from '@trellis/kit/form';
import { type ApiFailure, useErrorText } from '@trellis/shell-sdk';
import { Flow, useAmountIssue, useDraft } from '@trellis/shell-sdk/flow';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TransferRecords } from './TransferRecords.tsx';
import { useRecipient } from './useRecipient.ts';

type Terms = Output<'getTransferTerms'>;

/** What the member decided on. */
interface TransferInput {
  readonly recipient: string;
  readonly money: Money;
}

const relationText = { upline: 'transfer.upline', downline: 'transfer.downline' } as const;

/** Transfer through the flow template. */
export function TransferFlow({ terms }: { terms: Terms }) {
  const { t } = useTranslation('wallet');
  const errorText = useErrorText();
  const amountIssue = useAmountIssue();
  const { dateTime } = useDates();
  const recipient = useRecipient();
  const [amount, setAmount] = useDraft('transfer.amount');
  const [amountError, setAmountError] = useState<string>();
  const [issues, setIssues] = useState({});
  const reading = parseAmountInput(amount, 'USD');

  const onReview = (): TransferInput | undefined => {
    const wrongRecipient = recipient.issue();
    const wrongAmount = amountIssue(reading, terms);
    setAmountError(wrongAmount);
    setIssues({});
    if (wrongRecipient !== undefined || wrongAmount !== undefined || reading.kind !== 'ok') return undefined;
    return { recipient: recipient.found?.username ?? recipient.username, money: reading.money };
  };
  const onRefused = (failure: ApiFailure): boolean => {
    if (failure.kind === 'network') return false;
    const { code } = failure.problem;
    const aboutRecipient = code.startsWith('transfer.') || code === 'member.search_unknown';
    if (!aboutRecipient && !code.startsWith('money.')) return false;
    if (aboutRecipient) recipient.refuse(errorText(failure));
    else setAmountError(errorText(failure));
    setIssues({});
    return true;
  };
  const found = recipient.found;
  return (
    <Flow
      title={t('transfer.title')}
      back="/wallet"
      issues={issues}
      onReview={onReview}
      reviewLabel={t('transfer.review')}
      confirm={(input: TransferInput) => ({
        label: t('transfer.received'),
        money: input.money,
        rows: [
          { label: t('transfer.recipient'), value: <span translate="no">{input.recipient}</span> },
          ...(found ? [{ label: t('transfer.relation'), value: t(relationText[found.relation]) }] : []),
        ],
        fee: terms.fee,
        more: found?.firstTime && <FirstTime username={found.username} />,
        submitLabel: t('transfer.submit', { amount: moneyText(input.money) }),
      })}
      endpoint="createTransfer"
      body={({ recipient: name, money: sent }) => ({ recipient: name, amount: sent.amount, unit: 'USD' as const })}
      onRefused={onRefused}
      success={(receipt) => ({
        money: receipt.amount,
        text: t('transfer.success'),
        rows: [
          { label: t('transfer.recipient'), value: <span translate="no">{receipt.recipient}</span> },
          { label: t('transfer.balanceAfter'), value: receipt.balanceAfter },
          { label: t('transfer.date'), value: dateTime(receipt.at) },
          { label: t('transfer.reference'), value: <Reference text={receipt.reference} /> },
        ],
        fee: receipt.fee,
      })}
      continueLabel={t('transfer.continue')}
      onContinue={() => {
        recipient.change('');
        setAmount('');
      }}
      below={
        <>
          <Tips items={[t('transfer.tipLine'), t('transfer.tipInstant')]} />
          <TransferRecords />
        </>
      }
    >
      <TextInput
        label={t('transfer.recipient')}
        value={recipient.text}
        onChange={recipient.change}
        onBlur={recipient.check}
        error={recipient.error}
        maxLength={15}
        hint={recipient.checking ? t('transfer.checking') : found && t(relationText[found.relation])}
      />
      {found?.firstTime && <FirstTime username={found.username} />}
      <AmountInput
        label={t('transfer.amount')}
        unit="USD"
        value={amount}
        onChange={(text) => {
          setAmount(text);
          setAmountError(undefined);
        }}
        error={amountError}
        available={terms.available}
        maximum={terms.sendable}
        hint={t('transfer.limits', {
          minimum: moneyText(terms.minimum),
          maximum: moneyText(terms.maximum),
          left: moneyText(terms.dayLeft),
        })}
      />
      <Card>
        <Summary
          total
          rows={[
            { label: t('transfer.fee'), value: terms.fee },
            { label: t('transfer.received'), value: reading.kind === 'ok' ? reading.money : money(0n, 'USD') },
          ]}
        />
      </Card>
    </Flow>
  );
}

/** Before money goes to a name for the first time: a letter more is somebody else. */
function FirstTime({ username }: { username: string }) {
  const { t } = useTranslation('wallet');
  return (
    <Notice tone="warning" title={t('transfer.firstTime', { username })}>
      {t('transfer.firstTimeText')}
    </Notice>
  );
}

function Reference({ text }: { text: string }) {
  return <Code>{text}</Code>;
}
