import { Icon } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { downIcon, leftmostIcon, rightmostIcon, upIcon } from '../icons.ts';
import * as styles from './MoveTools.module.css';
import type { Moves } from './treeWindow.ts';

/** A button for every move, for whoever does not tap on the picture. */
export function MoveTools({ moves, onFocus }: { moves: Moves; onFocus: (id: string) => void }) {
  const { t } = useTranslation('team');
  const tools = [
    { move: 'up', icon: upIcon, label: t('move.up') },
    { move: 'down', icon: downIcon, label: t('move.down') },
    { move: 'leftmost', icon: leftmostIcon, label: t('move.leftmost') },
    { move: 'rightmost', icon: rightmostIcon, label: t('move.rightmost') },
    { move: 'reset', icon: 'retry', label: t('move.reset') },
  ] as const;
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('move.label')}>
      {tools.map(({ move, icon, label }) => {
        const target = moves[move];
        return (
          <button
            key={move}
            type="button"
            // Not `disabled`: a button that was just pressed would lose the keyboard's focus with its target.
            aria-disabled={target === undefined || undefined}
            onClick={() => target !== undefined && onFocus(target)}
          >
            <Icon of={icon} />
            {label}
          </button>
        );
      })}
    </div>
  );
}
