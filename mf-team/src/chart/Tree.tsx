import { minorOf } from '@trellis/api-contract';
import { Icon, Person, shownText, Unseen } from '@trellis/kit';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plusIcon } from '../icons.ts';
import * as styles from './Tree.module.css';
import { type Place, peopleBelow, placesByLevel, type TeamNode, type TeamWindow } from './treeWindow.ts';

interface TreeProps {
  readonly window: TeamWindow;
  /** Shows whose place it is, and leads there. */
  readonly onOpen: (node: TeamNode) => void;
  readonly onInvite: (position: string) => void;
}

/** The focus and three levels below it; brackets lead from each member to both places below. */
export function Tree({ window, onOpen, onInvite }: TreeProps) {
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
                <PlaceBox place={place} level={level} onOpen={onOpen} onInvite={onInvite} />
              </li>
            ))}
          </ol>
        ))}
      </section>
    </div>
  );
}

interface PlaceBoxProps extends Pick<TreeProps, 'onOpen' | 'onInvite'> {
  readonly place: Place;
  readonly level: number;
}

function PlaceBox({ place, level, onOpen, onInvite }: PlaceBoxProps) {
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
  const people = t('chart.people', { count: peopleBelow(node) });
  return (
    <button
      type="button"
      className={styles.node}
      data-small={level > 1 || undefined}
      aria-current={level === 0 || undefined}
      onClick={() => onOpen(node)}
    >
      <Person name={node.username} size={level === 0 ? 'large' : 'small'} />
      <strong translate="no">{node.username}</strong>
      {level < 3 ? <span>{people}</span> : <Unseen>{people}</Unseen>}
      {level === 0 ? <SideFigures node={node} /> : <SideBar node={node} />}
    </button>
  );
}

/** What the team on each side has bought, in full. */
function SideFigures({ node: { sales } }: { node: TeamNode }) {
  const { t } = useTranslation('team');
  return (
    <>
      <span>{t('chart.left', { amount: shownText(sales.left) })}</span>
      <span>{t('chart.right', { amount: shownText(sales.right) })}</span>
    </>
  );
}

/** The same to be compared at a glance: which side is how much of both. A press shows the figures. */
function SideBar({ node: { sales } }: { node: TeamNode }) {
  const { t } = useTranslation('team');
  const [left, right] = [minorOf(sales.left), minorOf(sales.right)].map(Number);
  const both = (left ?? 0) + (right ?? 0);
  return (
    <>
      <span
        className={styles.bar}
        data-empty={both === 0 || undefined}
        style={{ '--value': both === 0 ? 0.5 : (left ?? 0) / both }}
        aria-hidden="true"
      />
      <Unseen>
        {t('chart.left', { amount: shownText(sales.left) })}, {t('chart.right', { amount: shownText(sales.right) })}
      </Unseen>
    </>
  );
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
