import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { clampZoom, detailOf } from './zoom.ts';

/** A place of the canvas, as shares of its size, and where in the window it has to stay. */
interface Anchor {
  readonly x: number;
  readonly y: number;
  readonly atX: number;
  readonly atY: number;
}

/**
 * Two fingers make the chart larger and smaller around what is between them; one moves it, which is the browser's own scrolling.
 * Touch events and not those of pointers, as a browser that begins to scroll takes the latter away: these can say in time
 * that two fingers do not scroll.
 * @param chart scrolls; its first child is the canvas
 */
export function useZoom(chart: RefObject<HTMLElement | null>) {
  const [zoom, setZoom] = useState(1);
  const anchor = useRef<Anchor>(undefined);
  const current = useRef(zoom);
  /** What is in the middle stays there. */
  const zoomTo = (next: number) => {
    anchor.current = chart.current ? middleOf(chart.current) : undefined;
    setZoom(clampZoom(next));
  };

  // On a small phone it begins as small as it fits, where names can be read then.
  useLayoutEffect(() => {
    const { clientWidth = 0, scrollWidth = 0 } = chart.current ?? {};
    const fitting = clampZoom(Math.floor((clientWidth / scrollWidth) * 100) / 100);
    if (clientWidth < scrollWidth && detailOf(fitting) !== 'far') setZoom(fitting);
  }, [chart]);

  // Before anything is drawn: neither size nor place is seen to jump.
  useLayoutEffect(() => {
    const element = chart.current;
    const canvas = element?.firstElementChild;
    if (!element || !(canvas instanceof HTMLElement)) return;
    // What a transform takes or gives no room; also where the canvas becomes higher by itself.
    const fit = () => element.style.setProperty('--high', `${canvas.offsetHeight * zoom}px`);
    fit();
    current.current = zoom;
    keep(element, anchor.current);
    const sizes = new ResizeObserver(fit);
    sizes.observe(canvas);
    return () => sizes.disconnect();
  }, [chart, zoom]);

  useEffect(() => {
    const element = chart.current;
    if (!element) return;
    let pinch: { readonly zoom: number; readonly apart: number; readonly x: number; readonly y: number } | undefined;
    const onTouch = (event: TouchEvent) => {
      const [a, b, more] = event.touches;
      const isPinch = a && b && !more && [a, b].every(({ target }) => element.contains(target as Node));
      if (!isPinch) {
        pinch = undefined;
        return;
      }
      if (event.cancelable) event.preventDefault();
      const apart = Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY));
      const middle = anchorAt(element, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
      pinch ??= { zoom: current.current, apart, x: middle.x, y: middle.y };
      anchor.current = { ...middle, x: pinch.x, y: pinch.y };
      const next = clampZoom((pinch.zoom * apart) / pinch.apart);
      // Fingers that stay as far apart move the chart.
      if (next === current.current) keep(element, anchor.current);
      else setZoom(next);
    };
    const types = ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const;
    for (const type of types) element.addEventListener(type, onTouch, { passive: false });
    return () => {
      for (const type of types) element.removeEventListener(type, onTouch);
    };
  }, [chart]);
  return { zoom, zoomTo };
}

const boxOf = (element: HTMLElement): DOMRect => (element.firstElementChild ?? element).getBoundingClientRect();

function anchorAt(element: HTMLElement, atX: number, atY: number): Anchor {
  const { left, top, width, height } = boxOf(element);
  return { x: (atX - left) / width, y: (atY - top) / height, atX, atY };
}

function middleOf(element: HTMLElement): Anchor {
  const { left, top, width, height } = element.getBoundingClientRect();
  return anchorAt(element, left + width / 2, top + height / 2);
}

/** Scrolls so that the anchor is where it was, as far as there is something to scroll. */
function keep(element: HTMLElement, anchor: Anchor | undefined): void {
  if (!anchor) return;
  const { left, top, width, height } = boxOf(element);
  element.scrollLeft += left + anchor.x * width - anchor.atX;
  element.scrollTop += top + anchor.y * height - anchor.atY;
}
