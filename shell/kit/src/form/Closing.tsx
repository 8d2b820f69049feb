import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { TextLink } from '../action/Button.tsx';
import * as doneStyles from './Done.module.css';

/** Seconds until the page closes by itself, unless the member stays. */
const closesAfterSeconds = 10;

/** What somebody does who is still reading. */
const readingEvents = ['scroll', 'wheel', 'pointerdown', 'pointermove', 'keydown', 'selectionchange'] as const;
const anywhere = { capture: true, passive: true } as const;

/** Where a success leads by itself: to a page, or back to what the screen showed before. */
type ClosingProps = { readonly to: string } | { readonly onClose: () => void };

/**
 * After a success: leads on by itself, with a countdown that any reader can stop. Whoever moves, scrolls, selects or
 * types has the whole time again, and it does not run at all below a resting mouse, below a sheet that it opened, or in a
 * page that nobody sees.
 */
export function Closing(props: ClosingProps) {
  const { t } = useTranslation('kit');
  const navigate = useNavigate();
  const [seconds, setSeconds] = useState<number | undefined>(closesAfterSeconds);
  const place = useRef<HTMLDivElement>(null);
  const isHovered = useRef(false);
  const leave = () => ('to' in props ? navigate(props.to) : props.onClose());
  useEffect(() => {
    if (seconds === undefined) return;
    if (seconds === 0) {
      void leave();
      return;
    }
    const timer = setInterval(() => {
      const isBelowSheet = place.current?.parentElement?.querySelector('dialog[open]') != null;
      if (!isHovered.current && !document.hidden && !isBelowSheet) setSeconds(seconds - 1);
    }, 1_000);
    return () => clearInterval(timer);
  }, [seconds]);
  useEffect(() => {
    // The receipt stands alongside the countdown.
    const receipt = place.current?.parentElement;
    const again = (event: Event) => {
      // A finger rests on nothing: its last place is no hovering.
      const isMouse = 'pointerType' in event && event.pointerType === 'mouse';
      if (isMouse) isHovered.current = event.target instanceof Node && receipt?.contains(event.target) === true;
      setSeconds((left) => left && closesAfterSeconds);
    };
    const out = () => {
      isHovered.current = false;
    };
    for (const name of readingEvents) document.addEventListener(name, again, anywhere);
    document.documentElement.addEventListener('pointerleave', out);
    return () => {
      for (const name of readingEvents) document.removeEventListener(name, again, anywhere);
      document.documentElement.removeEventListener('pointerleave', out);
    };
  }, []);
  if (seconds === undefined) return null;
  return (
    <div className={doneStyles.closing} ref={place} style={{ '--share': seconds / closesAfterSeconds }}>
      <p>{t('flow.closing', { count: seconds })}</p>
      <TextLink onClick={() => setSeconds(undefined)}>{t('flow.stay')}</TextLink>
    </div>
  );
}
