import { listText, type Money, minorOf } from '@trellis/api-contract';
import { amountText, Icon, Person, shownMoney, shownText, Unseen } from '@trellis/kit';
import { useLanguage } from '@trellis/shell-sdk';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { minusIcon, plusIcon } from '../icons.ts';
import * as styles from './Tree.module.css';
import { type Place, peopleBelow, placesByLevel, type TeamNode, type TeamWindow } from './treeWindow.ts';
import { useZoom } from './useZoom.ts';
import { detailOf, nextZoom } from './zoom.ts';

interface TreeProps {
  readonly window: TeamWindow;
  /** Shows whose place it is, and leads there. */
  readonly onOpen: (node: TeamNode) => void;
  readonly onInvite: (position: string) => void;
}

/**
 * The focus and three levels below it; brackets lead from each member to both places below. A finger moves it as the browser
 * scrolls, two fingers, two buttons or the keys + and - make it larger and smaller.
 */
export function Tree({ window, onOpen, onInvite }: TreeProps) {
  const { t } = useTranslation('team');
  const chart = useFocusInView(window.focus);
  const more = useMore(chart);
  const { zoom, zoomTo } = useZoom(chart);
  // A level that nobody can stand in takes no room.
  const levels = placesByLevel(window).filter((places) => places.some(({ kind }) => kind !== 'none'));
  return (
    <div className={styles.frame} data-more={more}>
      <div className={styles.sides}>
        <span aria-hidden="true">{t('side.left')}</span>
        <ZoomTools zoom={zoom} onZoom={zoomTo} />
        <span aria-hidden="true">{t('side.right')}</span>
      </div>
      <section
        ref={chart}
        className={styles.tree}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
        tabIndex={0}
        aria-label={t('tab.chart')}
        data-detail={detailOf(zoom)}
        data-zoomed={zoom !== 1 || undefined}
        style={{ '--zoom': zoom }}
        onKeyDown={(event) => zoomByKey(event, zoom, zoomTo)}
      >
        <div className={styles.canvas}>
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
        </div>
      </section>
    </div>
  );
}

interface ZoomProps {
  readonly zoom: number;
  readonly onZoom: (zoom: number) => void;
}

function ZoomTools({ zoom, onZoom }: ZoomProps) {
  const { t } = useTranslation('team');
  const tools = [
    { next: nextZoom(zoom, 'out'), icon: minusIcon, label: t('zoom.out') },
    { next: nextZoom(zoom, 'in'), icon: plusIcon, label: t('zoom.in') },
  ] as const;
  return (
    <span className={styles.zoom}>
      {tools.map(({ next, icon, label }) => (
        <button
          key={label}
          type="button"
          aria-label={label}
          // Not `disabled`: at the end it keeps the keyboard's focus.
          aria-disabled={next === undefined || undefined}
          onClick={() => next !== undefined && onZoom(next)}
        >
          <Icon of={icon} />
        </button>
      ))}
      <Unseen live>{t('zoom.now', { percent: Math.round(zoom * 100) })}</Unseen>
    </span>
  );
}

function zoomByKey(event: KeyboardEvent, zoom: number, onZoom: ZoomProps['onZoom']): void {
  // With these the browser makes the page larger.
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const direction = event.key === '+' || event.key === '=' ? 'in' : event.key === '-' ? 'out' : undefined;
  const next = direction && nextZoom(zoom, direction);
  if (next !== undefined) onZoom(next);
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

/** The same to be compared at a glance: which side is how much of both. The figures are there where it is near, or on a press. */
function SideBar({ node: { sales } }: { node: TeamNode }) {
  const { t } = useTranslation('team');
  const [language] = useLanguage();
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
      <span className={styles.figures} aria-hidden="true">
        <span>{t('chart.left', { amount: digitsOf(sales.left) })}</span>
        <span>{t('chart.right', { amount: digitsOf(sales.right) })}</span>
      </span>
      <Unseen>
        {listText(
          [t('chart.left', { amount: shownText(sales.left) }), t('chart.right', { amount: shownText(sales.right) })],
          language,
        )}
      </Unseen>
    </>
  );
}

const digitsOf = (money: Money): string => amountText(shownMoney(money).amount);

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
    // Another window of the team, or larger text, makes the canvas wider and not the chart.
    for (const canvas of element.children) sizes.observe(canvas);
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
    element.scrollTop = 0;
    if (shown.current === focus) return;
    shown.current = focus;
    if (element.contains(document.activeElement) || document.activeElement === document.body) {
      element.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
    }
  }, [focus]);
  return chart;
}
