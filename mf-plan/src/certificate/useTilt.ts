import { type RefObject, useEffect } from 'react';

/** How far a phone is leant, in degrees, for the light to reach the edge. */
const leantMost = 30;
/** How a phone is held while it is read. */
const heldAt = 45;

/**
 * Lets a card follow the pointer over it, or the hand that holds the phone: `--tx` and `--ty`, each from -1 to 1. Where a
 * browser wants to be asked for its sensors, nothing asks; nothing moves for who wants less movement.
 */
export function useTilt(card: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = card;
    if (!current || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const lean = (x: number, y: number) => {
      current.style.setProperty('--tx', String(between(x)));
      current.style.setProperty('--ty', String(between(y)));
    };
    const byPointer = ({ clientX, clientY }: PointerEvent) => {
      const { left, top, width, height } = current.getBoundingClientRect();
      lean(((clientX - left) / width) * 2 - 1, ((clientY - top) / height) * 2 - 1);
    };
    const byHand = ({ gamma, beta }: DeviceOrientationEvent) => {
      if (gamma !== null && beta !== null) lean(gamma / leantMost, (beta - heldAt) / leantMost);
    };
    const rest = () => lean(0, 0);
    current.addEventListener('pointermove', byPointer);
    current.addEventListener('pointerleave', rest);
    window.addEventListener('deviceorientation', byHand);
    return () => {
      current.removeEventListener('pointermove', byPointer);
      current.removeEventListener('pointerleave', rest);
      window.removeEventListener('deviceorientation', byHand);
    };
  }, [card]);
}

const between = (share: number): number => Math.max(-1, Math.min(1, share));
