import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { KeyReader } from './keys.ts';
import { usePlaces } from './places.ts';

/**
 * Follows single keys on every screen of the console: to places that the operator has, from row to row, to the list's own
 * choices. None of them acts. They rest while somebody types or composes, with every modifier, and under a sheet.
 * @returns whether the list of keys is open, and how to close it
 */
export function useKeys(): readonly [isOpen: boolean, close: () => void] {
  const navigate = useNavigate();
  const places = usePlaces();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const keys = new KeyReader();
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]') !== null) return;
      const wish = keys.read(event.key, event.timeStamp);
      if (wish === undefined) return;
      event.preventDefault();
      if (wish.kind === 'help') setOpen(true);
      else if (wish.kind === 'row') chooseRow(wish.by);
      else if (wish.kind === 'news') mainOf()?.querySelector<HTMLElement>('[data-news] button')?.click();
      else if (wish.kind === 'filter') mainOf()?.querySelector<HTMLElement>('[role="group"] button, select')?.focus();
      else if (places.some(({ to }) => to === wish.to)) void navigate(wish.to);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [navigate, places]);
  return [open, () => setOpen(false)];
}

const mainOf = (): HTMLElement | null => document.querySelector('main');

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Moves the focus to the row after or before, or to the first. */
function chooseRow(by: 1 | -1): void {
  const rows = [...(mainOf()?.querySelectorAll<HTMLElement>('li > a, li > button, li > details > summary') ?? [])];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? rows[0] : rows[Math.min(rows.length - 1, Math.max(0, at + by))];
  next?.focus();
}
