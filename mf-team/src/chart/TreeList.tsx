import { More, moneyText } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import * as styles from './TreeList.module.css';
import { focusOf, peopleBelow, type TeamNode, type TeamWindow } from './treeWindow.ts';

const sideText = { left: 'side.left', right: 'side.right' } as const;

/** The same window as a nested list: for screen readers, and for whoever prefers to read. */
export function TreeList({ window, onFocus }: { window: TeamWindow; onFocus: (id: string) => void }) {
  const { t } = useTranslation('team');
  const focus = focusOf(window);
  if (!focus) return null;
  return (
    <More title={t('chart.asList')} card open={hasColumn()}>
      <ul className={styles.nested}>
        <Branch window={window} node={focus} onFocus={onFocus} />
      </ul>
    </More>
  );
}

/** Where the list has a column of its own (OrganizationChart.module.css) it is there from the start. */
const hasColumn = (): boolean => matchMedia('(min-width: 1100px)').matches;

interface BranchProps {
  readonly window: TeamWindow;
  readonly node: TeamNode;
  readonly onFocus: (id: string) => void;
}

function Branch({ window, node, onFocus }: BranchProps) {
  const { t } = useTranslation('team');
  const children = window.nodes.filter((other) => other.parentId === node.id && other.id !== window.focus);
  const isFocus = node.id === window.focus;
  const people = t('chart.people', { count: peopleBelow(node) });
  const { left, right } = node.sales;
  return (
    <li>
      <button type="button" aria-current={isFocus || undefined} onClick={() => onFocus(node.id)}>
        {!isFocus && t('chart.onSide', { side: t(sideText[node.side]) })}
        <strong translate="no">{node.username}</strong>
        {t('chart.afterName', {
          figures: t('chart.figures', {
            people: node.position === '' ? people : t('chart.positionPeople', { position: node.position, people }),
            left: moneyText(left),
            right: moneyText(right),
          }),
        })}
      </button>
      {children.length > 0 && (
        <ul>
          {children.map((child) => (
            <Branch key={child.id} window={window} node={child} onFocus={onFocus} />
          ))}
        </ul>
      )}
    </li>
  );
}
