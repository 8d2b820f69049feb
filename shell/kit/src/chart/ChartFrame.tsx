import { type PointerEvent, type ReactNode, useRef } from 'react';
import * as styles from './ChartFrame.module.css';

export interface ChartFrameProps {
  /** What is heard in place of the picture. */
  readonly label: string;
  /** Below its two ends. */
  readonly ends: readonly [string, string];
  /** A finger or a mouse is at a value, or has left. @param other where a second finger is */
  readonly onPoint: (index: number | undefined, other?: number) => void;
}

interface FrameProps extends ChartFrameProps {
  /** Something stands at the very ends, and needs room alongside them. */
  readonly inset?: true;
  /** Which value stands there. @param share of the width, from 0 to 1 */
  readonly indexAt: (share: number) => number;
  readonly children: ReactNode;
}

/** A picture that a finger reads as it goes along, with what stands at its ends. */
export function ChartFrame({ label, ends, onPoint, inset, indexAt, children }: FrameProps) {
  const fingers = useRef(new Map<number, number>());
  const report = () => {
    const [index, other] = fingers.current.values();
    onPoint(index, other);
  };
  const point = ({ type, currentTarget, clientX, pointerId, isPrimary }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    // The first finger of all; a mouse that rests there is none.
    if (type === 'pointerdown' && isPrimary) fingers.current.clear();
    fingers.current.set(pointerId, indexAt((clientX - left) / width));
    report();
  };
  const leave = ({ pointerId }: PointerEvent) => {
    fingers.current.delete(pointerId);
    report();
  };
  return (
    <figure className={styles.chart}>
      <div
        className={styles.picture}
        data-inset={inset}
        role="img"
        aria-label={label}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={leave}
        onPointerCancel={leave}
      >
        {children}
      </div>
      <figcaption className={styles.ends} aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </figcaption>
    </figure>
  );
}
