import { languageTag } from '@trellis/api-contract';
import { Icon, moneyText, Person, Unseen } from '@trellis/kit';
import { useLanguage } from '@trellis/shell-sdk';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plusIcon } from '../icons.ts';
import * as styles from './Tree.module.css';
import { type Place, peopleBelow, performanceOf, placesByLevel, type TeamNode, type TeamWindow } from './treeWindow.ts';

interface TreeProps {
  readonly window: TeamWindow;
  readonly onFocus: (id: string) => void;
  readonly onInvite: (position: string) => void;
}

/** The focus and three levels below it; brackets lead from each member to both places below. */
export function Tree({ window, onFocus, onInvite }: TreeProps) {
  const { t } = useTranslation('team');
  const chart = useFocusInView(window.focus);
  const more = useMore(chart);
  // A level that nobody can stand in takes no room.
  const levels = placesByLevel(window).filter((places) => places.some(({ kind }) => kind !== 'none'));
  return (
    <div className={styles.frame} data-more={more}>
      <p className={styles.sides} aria-hidden="true">
        <span>{t('side.left')}</span>
        <span>{t('side.right')}</span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <section ref={chart} className={styles.tree} tabIndex={0} aria-label={t('tab.chart')}>
        {levels.map((places, level) => (
          <ol
            key={places[0]?.position}
            className={styles.level}
            data-wide={level < 3 || undefined}
            style={{ '--nodes': places.length, '--lowest': levels.at(-1)?.length }}
          >
            {places.map((place) => (
              <li
                key={place.position}
                data-place={place.kind === 'none' ? undefined : place.kind}
                aria-hidden={place.kind === 'none' || undefined}
              >
                <PlaceBox place={place} level={level} onFocus={onFocus} onInvite={onInvite} />
              </li>
            ))}
          </ol>
        ))}
      </section>
    </div>
  );
}

interface PlaceBoxProps extends Pick<TreeProps, 'onFocus' | 'onInvite'> {
  readonly place: Place;
  readonly level: number;
}

function PlaceBox({ place, level, onFocus, onInvite }: PlaceBoxProps) {
  const { t } = useTranslation('team');
  const { position } = place;
  if (place.kind === 'none') return null;
  if (place.kind === 'open') {
    return (
      <button
        type="button"
        className={styles.node}
        data-open
        data-small
        aria-label={t('chart.openPlace', { position })}
        onClick={() => onInvite(position)}
      >
        <Icon of={plusIcon} />
        <span aria-hidden="true">{t('chart.free')}</span>
      </button>
    );
  }
  const { node } = place;
  return (
    <button
      type="button"
      className={styles.node}
      data-small={level === 3 || undefined}
      aria-current={level === 0 || undefined}
      onClick={() => onFocus(node.id)}
    >
      {level < 3 && <Person name={node.username} size={level === 0 ? 'large' : 'small'} />}
      <strong translate="no">{node.username}</strong>
      <NodeFigures node={node} level={level} />
    </button>
  );
}

/** The lower the level, the less room: everything, then without the words, then rounded down to what fits. */
function NodeFigures({ node, level }: { node: TeamNode; level: number }) {
  const { t } = useTranslation('team');
  const people = t('chart.people', { count: peopleBelow(node) });
  const { position, sales } = node;
  const short = useShortAmount();
  if (level === 3) {
    return (
      <>
        <span aria-hidden="true">{peopleBelow(node)}</span>
        <span>{position}</span>
        <span aria-hidden="true">{t('chart.leftShort', { amount: short(sales.left.amount) })}</span>
        <span aria-hidden="true">{t('chart.rightShort', { amount: short(sales.right.amount) })}</span>
        <Unseen>
          {people}, {t('chart.left', { amount: moneyText(sales.left) })},{' '}
          {t('chart.right', { amount: moneyText(sales.right) })}
        </Unseen>
      </>
    );
  }
  if (level === 2) {
    return (
      <>
        <span>{position}</span>
        <span>{people}</span>
        <span aria-hidden="true">{t('chart.leftShort', { amount: short(sales.left.amount) })}</span>
        <span aria-hidden="true">{t('chart.rightShort', { amount: short(sales.right.amount) })}</span>
        <Unseen>
          {t('chart.left', { amount: moneyText(sales.left) })}, {t('chart.right', { amount: moneyText(sales.right) })}
        </Unseen>
      </>
    );
  }
  return (
    <>
      <span>{level === 0 ? people : t('chart.positionPeople', { position, people })}</span>
      <span>{t('chart.left', { amount: moneyText(sales.left) })}</span>
      <span>{t('chart.right', { amount: moneyText(sales.right) })}</span>
      {level === 0 && <span>{t('chart.total', { amount: moneyText(performanceOf(node)) })}</span>}
    </>
  );
}

/** `12K`: rounded down, since a node's figure is never to be more than it has. Read aloud it is whole. */
function useShortAmount(): (amount: string) => string {
  const [language] = useLanguage();
  return useMemo(() => {
    const format = new Intl.NumberFormat(languageTag[language], {
      notation: 'compact',
      maximumFractionDigits: 1,
      roundingMode: 'trunc',
    });
    return (amount) => format.format(amount as Intl.StringNumericLiteral);
  }, [language]);
}

/** On which sides the chart goes on out of sight; `undefined` while all of it is seen. */
function useMore(chart: RefObject<HTMLElement | null>): 'start' | 'end' | 'both' | undefined {
  const [more, setMore] = useState<'start' | 'end' | 'both'>();
  useEffect(() => {
    const element = chart.current;
    if (!element) return;
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      // Browsers scroll by fractions of a pixel, and measure in whole ones.
      const [start, end] = [scrollLeft > 1, scrollLeft + clientWidth < scrollWidth - 1];
      setMore(start && end ? 'both' : start ? 'start' : end ? 'end' : undefined);
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    // Another window of the team, or larger text, makes the levels wider and not the chart.
    for (const level of element.children) sizes.observe(level);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  });
  return more;
}

/** After a move the new focus node stands in the middle, and has the keyboard's focus if the old one had it. */
function useFocusInView(focus: string) {
  const chart = useRef<HTMLElement>(null);
  const shown = useRef(focus);
  useEffect(() => {
    const element = chart.current;
    if (!element) return;
    element.scrollLeft = (element.scrollWidth - element.clientWidth) / 2;
    if (shown.current === focus) return;
    shown.current = focus;
    if (element.contains(document.activeElement) || document.activeElement === document.body) {
      element.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
    }
  }, [focus]);
  return chart;
}
