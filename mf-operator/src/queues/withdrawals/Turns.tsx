import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFrame } from '../../frame/workspace.ts';
import * as styles from './QueuePanel.module.css';
import type { RowOrder } from './wayTo.ts';

interface TurnsProps {
  readonly id: string;
  /** Of the list that led here. */
  readonly order: RowOrder | undefined;
  /** The list itself. */
  readonly list: string;
}

/** From the page of one to the next and the former of its list, and back to that, by a press or a key. */
export function Turns({ id, order, list }: TurnsProps) {
  const { t } = useTranslation('operator');
  const isFrame = useFrame();
  if (!isFrame) return null;
  const at = order?.rows.indexOf(id) ?? -1;
  const turn = (to: string | undefined, letter: string, name: string) =>
    to !== undefined && (
      <Link to={to} replace={letter !== 'U'} state={letter === 'U' ? null : order} aria-keyshortcuts={letter}>
        <span className={styles.letter} aria-hidden="true">
          {letter}
        </span>{' '}
        {name}
      </Link>
    );
  const pathOf = (row: string | undefined) => row && `/withdrawals/${row}`;
  return (
    <nav className={styles.turnLinks} aria-label={t('withdrawals.views')}>
      {turn(list, 'U', t('keys.up'))}
      {at > 0 && turn(pathOf(order?.rows[at - 1]), 'K', t('keys.previous'))}
      {at >= 0 && turn(pathOf(order?.rows[at + 1]), 'J', t('keys.next'))}
      {order && at >= 0 && <span>{t('withdrawals.place', { place: at + 1, count: order.rows.length })}</span>}
    </nav>
  );
}
