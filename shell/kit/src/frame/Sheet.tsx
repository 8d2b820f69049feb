import {
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../action/IconButton.tsx';
import * as cardStyles from '../surface/Card.module.css';
import { useBackCloses } from './backCloses.ts';
import * as styles from './Sheet.module.css';
import { ToastPlace } from './Toast.tsx';

interface SheetProps {
  readonly title: string;
  readonly onClose: () => void;
  /** `false` while an answer is awaited: neither Escape nor a tap outside closes it. */
  readonly dismissible?: boolean;
  readonly children: ReactNode;
}

/**
 * A sheet from the foot of the screen, on the browser's own modal dialog: it traps the focus, makes the page behind
 * inert, closes on Escape and on the way back, and gives the focus back. Render it to open it.
 */
export function Sheet({ title, onClose, dismissible = true, children }: SheetProps) {
  const { t } = useTranslation('kit');
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isDismissed = useRef(false);
  /** The reader closes it. Where something else does, what follows stands there at once. */
  const dismiss = () => {
    isDismissed.current = true;
    onClose();
  };
  const drag = useDrag(dialog, dismissible, dismiss);
  useBackCloses(dismissible, dismiss);

  // Closed before it leaves the document: a dialog that is merely removed does not give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Not on the first button, which would be the one that closes: whoever listens hears what the sheet is about.
    heading.current?.focus();
    return () => {
      element?.close();
      if (element && isDismissed.current) queueMicrotask(() => leave(element));
    };
  }, []);

  const closeOnBackdrop = (event: MouseEvent<HTMLDialogElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const outside = event.target === event.currentTarget && event.clientY < box.top;
    if (outside && dismissible) dismiss();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, handled as `cancel`
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={id}
      onClick={closeOnBackdrop}
      onCancel={(event) => {
        event.preventDefault();
        // React reports it to a sheet below as well.
        if (dismissible && event.target === event.currentTarget) dismiss();
      }}
      onClose={(event) => {
        // A browser may close a dialog on the second Escape although `cancel` was prevented.
        if (event.currentTarget.open) return;
        if (dismissible) dismiss();
        else event.currentTarget.showModal();
      }}
    >
      <div className={`${cardStyles.head} ${styles.head}`} {...drag}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {dismissible && <IconButton label={t('sheet.close')} icon="close" onClick={dismiss} />}
      </div>
      {children}
      <ToastPlace />
    </dialog>
  );
}

/**
 * A sheet that is dismissed goes where it came from. It is out of the page by then, and lies over it for a moment as nothing but a
 * picture: no press, no key and no reader meets it.
 */
function leave(sheet: HTMLElement): void {
  if (sheet.isConnected || typeof sheet.animate !== 'function') return;
  sheet.inert = true;
  sheet.ariaHidden = 'true';
  sheet.dataset.leaving = '';
  document.body.append(sheet);
  void Promise.allSettled(sheet.getAnimations().map(({ finished }) => finished)).then(() => sheet.remove());
}

type DialogRef = RefObject<HTMLDialogElement | null>;

/** So far down, in pixels, or so fast, in pixels a millisecond, a finger closes it. */
const farEnough = 96;
const fastEnough = 0.5;

/** The sheet follows the finger on its head, and closes or comes back as it is let go. */
function useDrag(dialog: DialogRef, mayClose: boolean, onClose: () => void) {
  const from = useRef<{ readonly y: number; readonly at: number }>(undefined);
  const move = (pixels: number) => dialog.current?.style.setProperty('--dragged', `${Math.max(0, pixels)}px`);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (!mayClose || event.pointerType === 'mouse' || !event.isPrimary) return;
      if (event.target instanceof Element && event.target.closest('button')) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = { y: event.clientY, at: event.timeStamp };
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      if (from.current) move(clientY - from.current.y);
    },
    onPointerUp: ({ clientY, timeStamp }: PointerEvent) => {
      const start = from.current;
      from.current = undefined;
      if (!start) return;
      const far = clientY - start.y;
      if (far > farEnough || far / Math.max(1, timeStamp - start.at) > fastEnough) onClose();
      else move(0);
    },
    onPointerCancel: () => {
      from.current = undefined;
      move(0);
    },
  };
}
