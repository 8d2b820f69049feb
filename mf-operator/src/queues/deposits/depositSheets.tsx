import { moneyText, Summary } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { type Deposit, type Fault, operatorApi } from '../../api.ts';
import { type ShownProps, sheetsOf } from '../../frame/actionSheets.tsx';
import { textKey } from '../../texts/textKey.ts';
import * as styles from './FaultSheets.module.css';

/** Asks for a deposit below the minimum to be credited all the same; another treasurer approves. */
export const ReleaseSheet = sheetsOf<Deposit>()(operatorApi.useAskDepositReleaseMutation, {
  title: 'deposits.releaseTitle',
  consequence: 'deposits.releaseText',
  submitLabel: 'deposits.releaseAction',
  done: 'deposits.releaseDone',
  reasons: ['deposits.reasonSeveral', 'deposits.reasonOurs'],
  values: ({ received, username }) => ({ amount: moneyText(received), username }),
  asksCode: true,
  Shown: Received,
  input: ({ id }, words) => ({ id, ...words }),
});

const faultSheet = sheetsOf<Fault>();

/** Has the reader look again, which credits what can be recorded now. */
export const LookAgainSheet = faultSheet(operatorApi.useLookAgainAtFaultMutation, {
  title: 'faults.look',
  consequence: 'faults.lookText',
  submitLabel: 'faults.look',
  done: 'faults.lookDone',
  reasons: ['faults.reasonProvider', 'faults.reasonMember'],
  asksCode: true,
  Shown: FaultFacts,
  input: ({ id }, words) => ({ id, ...words }),
});

/** Asks for it to be closed as no deposit; another treasurer approves it. */
export const FaultClosingSheet = faultSheet(operatorApi.useAskFaultClosingMutation, {
  title: 'faults.closeTitle',
  consequence: 'faults.closeText',
  submitLabel: 'faults.closeAction',
  done: 'faults.closeDone',
  reasons: ['faults.reasonExplorer'],
  danger: true,
  asksCode: true,
  Shown: FaultFacts,
  input: ({ id }, words) => ({ id, ...words }),
});

function Received({ subject: { received, minimum } }: ShownProps<Deposit>) {
  const { t } = useTranslation('operator');
  return (
    <Summary
      rows={[
        { label: t('deposits.received'), value: received },
        ...(minimum === null ? [] : [{ label: t('deposits.least'), value: minimum }]),
      ]}
    />
  );
}

/** What is known of it, as the node said it. */
function FaultFacts({ subject: { chain, block, transaction, reason, finding, log } }: ShownProps<Fault>) {
  const { t } = useTranslation('operator');
  const asIs = (text: string) => (
    <span className={styles.asIs} translate="no">
      {text}
    </span>
  );
  return (
    <>
      <Summary
        rows={[
          { label: t('withdrawals.network'), value: t('faults.title', { chain, block }) },
          { label: t('withdrawals.tx'), value: asIs(transaction || '–'), own: true },
          { label: t('faults.why'), value: asIs(reason) },
          ...(finding === null ? [] : [{ label: t('faults.found'), value: t(textKey('faults.finding', finding)) }]),
        ]}
      />
      <section className={styles.log} aria-label={t('faults.log')}>
        <h3>{t('faults.log')}</h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long log is scrolled by keys, too */}
        <code translate="no" tabIndex={0}>
          {log}
        </code>
      </section>
    </>
  );
}
