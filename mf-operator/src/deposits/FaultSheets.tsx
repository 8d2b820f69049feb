import { Summary } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { ActionDialog } from '../frame/ActionDialog.tsx';
import { depositsApi } from './api.ts';
import { type Fault, findingTexts } from './depositTexts.ts';
import * as styles from './FaultSheets.module.css';

interface FaultSheetProps {
  readonly fault: Fault;
  readonly onClose: () => void;
}

/** Has the reader look again, which credits what can be recorded now. */
export function LookAgainSheet({ fault, onClose }: FaultSheetProps) {
  const { t } = useTranslation('operator');
  const [look] = depositsApi.useLookAgainAtFaultMutation();
  return (
    <ActionDialog
      title={t('faults.look')}
      consequence={t('faults.lookText')}
      submitLabel={t('faults.look')}
      reasons={[t('faults.reasonProvider'), t('faults.reasonMember')]}
      asksCode
      done={t('faults.lookDone')}
      onClose={onClose}
      run={(words) => look({ id: fault.id, ...words })}
    >
      <FaultFacts of={fault} />
    </ActionDialog>
  );
}

/** Asks for it to be closed as no deposit; another treasurer approves it. */
export function FaultClosingSheet({ fault, onClose }: FaultSheetProps) {
  const { t } = useTranslation('operator');
  const [ask] = depositsApi.useAskFaultClosingMutation();
  return (
    <ActionDialog
      title={t('faults.closeTitle')}
      consequence={t('faults.closeText')}
      submitLabel={t('faults.closeAct')}
      danger
      reasons={[t('faults.reasonExplorer')]}
      asksCode
      done={t('faults.closeDone')}
      onClose={onClose}
      run={(words) => ask({ id: fault.id, ...words })}
    >
      <FaultFacts of={fault} />
    </ActionDialog>
  );
}

/** What is known of it, as the node said it. */
function FaultFacts({ of: { chain, block, transaction, reason, finding, log } }: { of: Fault }) {
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
          ...(finding === null ? [] : [{ label: t('faults.found'), value: t(findingTexts[finding]) }]),
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
