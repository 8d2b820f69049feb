import { Hint, SkeletonCard, TextLink } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { operatorApi } from '../../api.ts';
import { PanelDecision } from './PanelDecision.tsx';
import { PanelFacts } from './PanelFacts.tsx';
import * as styles from './QueuePanel.module.css';
import type { WayTo } from './wayTo.ts';

interface QueuePanelProps {
  /** Of the rows alongside, in their order. */
  readonly ids: readonly string[];
  readonly open: string | undefined;
  /** The page of its own of one. */
  readonly wayToPage: WayTo;
  readonly onOpen: (id: string | undefined) => void;
}

/** One withdrawal alongside the list: what speaks against it, where its money comes from, and the decision; then the next. */
export function QueuePanel({ ids, open, wayToPage, onOpen }: QueuePanelProps) {
  const { t } = useTranslation('operator');
  const navigate = useNavigate();
  const at = open === undefined ? -1 : ids.indexOf(open);
  const next = ids[at + 1];
  const former = at > 0 ? ids[at - 1] : undefined;
  useEffect(() => {
    // The list follows what is read, so that the keys go on from there.
    if (open !== undefined) focusRow(open);
  }, [open]);
  const turn = (id: string | undefined, letter: 'J' | 'K', name: string) => (
    <button
      type="button"
      aria-keyshortcuts={letter}
      aria-label={name}
      aria-disabled={id === undefined || undefined}
      onClick={() => id !== undefined && onOpen(id)}
    >
      {letter}
    </button>
  );
  return (
    <section className={styles.panel} aria-label={t('withdrawals.one')}>
      <div className={styles.panelHead}>
        <span>{at < 0 ? '' : t('withdrawals.place', { place: at + 1, count: ids.length })}</span>
        {open !== undefined && (
          <TextLink
            onClick={() => {
              const { to, state } = wayToPage(open);
              void navigate(to, { state });
            }}
          >
            {t('withdrawals.wholePage')}
          </TextLink>
        )}
        <span className={styles.turns}>
          {turn(former, 'K', t('keys.previous'))}
          {turn(next, 'J', t('keys.next'))}
        </span>
      </div>
      {open === undefined ? (
        <div className={styles.panelBody}>
          <Hint>{t('withdrawals.panelEmpty')}</Hint>
        </div>
      ) : (
        <Shown key={open} id={open} onDecided={() => onOpen(next ?? former)} />
      )}
    </section>
  );
}

interface ShownProps {
  readonly id: string;
  readonly onDecided: () => void;
}

function Shown({ id, onDecided }: ShownProps) {
  const query = operatorApi.useReadWithdrawalQuery({ id });
  return (
    <Loaded query={query} waiting={<SkeletonCard hero />}>
      {(details) => (
        <>
          <div className={styles.panelBody}>
            <PanelFacts details={details} />
          </div>
          <div className={styles.panelFoot}>
            <PanelDecision details={details} refetch={query.refetch} onDecided={onDecided} />
          </div>
        </>
      )}
    </Loaded>
  );
}

/** Unless somebody is elsewhere on the page with what they type. */
function focusRow(id: string): void {
  const row = document.querySelector<HTMLElement>(`main [data-row="${CSS.escape(id)}"]`);
  row?.focus();
}
