import { correctionCauseTexts, type Output, referenceText } from '@trellis/api-contract';
import {
  Amount,
  Button,
  Buttons,
  Centred,
  Chip,
  Code,
  ExactAmounts,
  ExternalLinkButton,
  Hint,
  isNegative,
  LeadAmount,
  LinkButton,
  Panel,
  RowMark,
  Skeleton,
  Summary,
  type SummaryRow,
  TextLink,
  type Tone,
  unsigned,
  useCopy,
  useDates,
} from '@trellis/kit';
import { Loaded, useLanguage } from '@trellis/shell-sdk';
import { ShareReceipt } from '@trellis/shell-sdk/flow';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { walletApi } from '../api.ts';
import { depositStateText, depositStateTone } from '../deposit/depositStates.ts';
import { chatIcon, copyIcon, linkIcon } from '../laterIcons.ts';
import { AddressGroups } from '../withdrawal/AddressGroups.tsx';
import { Timeline } from '../withdrawal/Timeline.tsx';
import { networkText, statusText, statusTone } from '../withdrawal/withdrawalTexts.ts';
import * as styles from './RecordDetails.module.css';
import { kindText, pinOf } from './RecordList.tsx';

type RecordDetail = Output<'getRecord'>;

/**
 * All that there is to one record: how it stands, where it went, what it cost, its way, and how to name it to others, keep
 * it, and ask about it.
 */
export function RecordDetails({ record }: { record: RecordDetail }) {
  const { t } = useTranslation('wallet');
  const { dateTime } = useDates();
  const [language] = useLanguage();
  const copy = useCopy();
  const { search } = useLocation();
  const status = useStatus(record);
  const shown = useRef<HTMLDivElement>(null);
  const {
    kind,
    money,
    at,
    counterparty,
    balanceAfter,
    reference,
    cause,
    feeOf,
    others = [],
    withdrawal,
    deposit,
  } = record;
  const fee = withdrawal?.fee ?? record.fee;
  const transaction = withdrawal?.payout?.transaction ?? deposit?.transaction;
  const address = withdrawal?.address ?? deposit?.address;
  const named = referenceText(reference);
  const rows: (SummaryRow | false)[] = [
    cause !== undefined && { label: t('record.cause'), value: correctionCauseTexts[cause][language] },
    feeOf !== undefined && {
      label: t('record.feeOf'),
      value: <TextLink to={`/wallet/records/${feeOf}${search}`}>{referenceText(feeOf)}</TextLink>,
    },
    ...others.map((other) => ({
      label: t(isNegative(other) ? 'record.paid' : 'record.got'),
      value: <Amount money={unsigned(other)} />,
    })),
    withdrawal !== null && { label: t('withdrawal.received'), value: withdrawal.received },
    deposit !== null && { label: t('topup.arrived'), value: deposit.received },
    fee !== null && { label: t('withdrawal.fee'), value: fee },
    { label: t('record.date'), value: dateTime(at) },
    counterparty !== undefined && {
      label: t('record.counterparty'),
      value: <span translate="no">{counterparty}</span>,
    },
    withdrawal !== null && {
      label: t('withdrawal.network'),
      value: t('withdrawal.assetOn', { asset: withdrawal.asset, network: t(networkText[withdrawal.chain]) }),
    },
    deposit !== null && {
      label: t('withdrawal.network'),
      value: t('withdrawal.assetOn', { asset: deposit.received.unit, network: t(networkText[deposit.chain]) }),
    },
    { label: t('record.balanceAfter'), value: balanceAfter, own: true },
    transaction !== undefined && { label: t('topup.transaction'), value: <Code>{transaction.id}</Code> },
    { label: t('record.reference'), value: <Code>{named}</Code> },
  ];
  return (
    <ExactAmounts value={true}>
      <div ref={shown} className={styles.shown}>
        <Centred>
          <span data-mark>
            <RowMark unit={money.unit} person={counterparty ?? undefined} pin={pinOf(record)} />
          </span>
          <LeadAmount money={money} />
          <Chip tone={status.tone}>{status.text}</Chip>
        </Centred>
        <Summary rows={rows.filter((row) => row !== false)} />
      </div>
      {address && (
        <Panel>
          <Hint>{t(withdrawal ? 'withdrawal.address' : 'topup.ownAddress')}</Hint>
          <AddressGroups address={address} />
        </Panel>
      )}
      {withdrawal !== null && <Way id={withdrawal.id} />}
      <Buttons>
        <Button kind="quiet" size="small" icon={copyIcon} onClick={() => void copy(named, t('record.copied'))}>
          {t('record.copy')}
        </Button>
        <ShareReceipt
          button
          title={t('state.of', { unit: t(kindText(kind)), state: status.text })}
          person={counterparty ?? undefined}
          receipt={shown}
        />
        {transaction?.url && (
          <ExternalLinkButton href={transaction.url} icon={linkIcon}>
            {t('record.explorer')}
          </ExternalLinkButton>
        )}
      </Buttons>
      {withdrawal !== null && (
        <LinkButton to={`/wallet/withdrawal?id=${withdrawal.id}`} kind="quiet">
          {t('record.toWithdrawal')}
        </LinkButton>
      )}
      <Centred>
        <TextLink to={`/consulation?record=${reference}`} icon={chatIcon}>
          {t('record.ask')}
        </TextLink>
      </Centred>
    </ExactAmounts>
  );
}

/** The steps of a withdrawal, each with its time. */
function Way({ id }: { id: string }) {
  const query = walletApi.useGetWithdrawalQuery({ id });
  return (
    <Panel>
      <Loaded query={query} waiting={<Skeleton />}>
        {(withdrawal) => <Timeline listOnly withdrawal={withdrawal} />}
      </Loaded>
    </Panel>
  );
}

/** Records are of what has been done; a withdrawal or a deposit may still be under way. */
function useStatus({ withdrawal, deposit }: RecordDetail): { readonly tone: Tone; readonly text: string } {
  const { t } = useTranslation('wallet');
  if (withdrawal) return { tone: statusTone[withdrawal.status], text: t(statusText[withdrawal.status]) };
  if (deposit) return { tone: depositStateTone[deposit.state], text: t(depositStateText[deposit.state]) };
  return { tone: 'positive', text: t('withdrawal.stepComplete') };
}
