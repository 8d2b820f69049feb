import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { KeyReader } from './keys.ts';
import { usePlaces } from './places.ts';

/** What a key has opened over the page. */
export type Opened = 'keys' | 'find' | undefined;

/**
 * Follows single keys on every screen of the console: to places that the operator has, from row to row, to the list's own
 * choices, and to what names a key as its own (`aria-keyshortcuts`). None of them decides: what does asks once more. They
 * rest while somebody types or composes, with every modifier, and under a sheet.
 * @returns what is open, and how to open or close it
 */
export function useKeys(): readonly [opened: Opened, setOpened: (opened: Opened) => void] {
  const navigate = useNavigate();
  const places = usePlaces();
  const [opened, setOpened] = useState<Opened>();
  useEffect(() => {
    const keys = new KeyReader();
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]') !== null) return;
      const wish = keys.read(event.key, event.timeStamp);
      if (wish === undefined) return;
      event.preventDefault();
      if (wish.kind === 'help') setOpened('keys');
      else if (wish.kind === 'find') setOpened('find');
      else if (wish.kind === 'press') press(wish.letter);
      else if (wish.kind === 'row') chooseRow(wish.by);
      else if (wish.kind === 'news') mainOf()?.querySelector<HTMLElement>('[data-news] button')?.click();
      else if (wish.kind === 'filter') mainOf()?.querySelector<HTMLElement>('[role="group"] button, select')?.focus();
      else if (places.some(({ to }) => to === wish.to)) void navigate(wish.to);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [navigate, places]);
  return [opened, setOpened];
}

const mainOf = (): HTMLElement | null => document.querySelector('main');

const press = (letter: string): void =>
  mainOf()?.querySelector<HTMLElement>(`[aria-keyshortcuts="${letter}"]`)?.click();

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Moves the focus to the row after or before, or to the first; on a page of one of a list, to the next or former page. */
function chooseRow(by: 1 | -1): void {
  const page = mainOf()?.querySelector<HTMLElement>(`[aria-keyshortcuts="${by === 1 ? 'J' : 'K'}"]`);
  if (page) {
    page.click();
    return;
  }
  const rows = [...(mainOf()?.querySelectorAll<HTMLElement>('li > a, li > button, li > details > summary') ?? [])];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? rows[0] : rows[Math.min(rows.length - 1, Math.max(0, at + by))];
  next?.focus();
}
