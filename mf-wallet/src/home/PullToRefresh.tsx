import { markPaths } from '@trellis/kit';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as styles from './PullToRefresh.module.css';

/** How far a finger has to pull, in CSS pixels. */
const enough = 72;

/** The cells of the product's mark, from the foot up, as they fill. */
const [left, middle, right, foot, ...between] = markPaths.flatMap((path) => path.match(/[^z]+z/g) ?? []);
const cells = [foot, ...between, left, middle, right];

/** Reads the screen's data again when it is pulled down at its top, in place of the browser's own reload of the page. */
export function PullToRefresh({ refresh }: { refresh: () => Promise<unknown> }) {
  const { t } = useTranslation('wallet');
  const [pulled, setPulled] = useState(0);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const root = document.documentElement;
    root.style.overscrollBehaviorY = 'contain';
    let from: number | undefined;
    let distance = 0;
    const start = (event: TouchEvent) => {
      from = window.scrollY <= 0 && event.touches.length === 1 ? event.touches[0]?.clientY : undefined;
      distance = 0;
    };
    const move = (event: TouchEvent) => {
      if (from === undefined) return;
      distance = Math.max(0, (event.touches[0]?.clientY ?? from) - from);
      if (window.scrollY > 0) distance = 0;
      setPulled(distance);
    };
    const end = () => {
      from = undefined;
      setPulled(0);
      if (distance < enough) return;
      setBusy(true);
      void refresh().finally(() => setBusy(false));
    };
    const parts = { touchstart: start, touchmove: move, touchend: end, touchcancel: end } as const;
    const add = Object.entries(parts) as [keyof typeof parts, (event: TouchEvent) => void][];
    for (const [name, listener] of add) document.addEventListener(name, listener, { passive: true });
    return () => {
      root.style.overscrollBehaviorY = '';
      for (const [name, listener] of add) document.removeEventListener(name, listener);
    };
  }, [refresh]);
  if (!busy && pulled < 8) return null;
  return (
    <p className={styles.pull} role="status">
      <svg className={styles.mark} viewBox="0 0 24 24" data-busy={busy || undefined} aria-hidden="true">
        {cells.map((d, at) => (
          <path key={d} d={d} data-full={busy || pulled * cells.length >= (at + 1) * enough || undefined} />
        ))}
      </svg>
      {busy ? t('home.refreshing') : t(pulled < enough ? 'home.pull' : 'home.release')}
    </p>
  );
}
