import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
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
  useBackCloses(dismissible, onClose);

  // Closed before it leaves the document: a dialog that is merely removed does not give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Not on the first button, which would be the one that closes: whoever listens hears what the sheet is about.
    heading.current?.focus();
    return () => element?.close();
  }, []);

  const closeOnBackdrop = (event: MouseEvent<HTMLDialogElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const outside = event.target === event.currentTarget && event.clientY < box.top;
    if (outside && dismissible) onClose();
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
        if (dismissible) onClose();
      }}
      onClose={(event) => {
        // A browser may close a dialog on the second Escape although `cancel` was prevented.
        if (event.currentTarget.open) return;
        if (dismissible) onClose();
        else event.currentTarget.showModal();
      }}
    >
      <div className={`${cardStyles.head} ${styles.head}`}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {dismissible && <IconButton label={t('sheet.close')} icon="close" onClick={onClose} />}
      </div>
      {children}
      <ToastPlace />
    </dialog>
  );
}
