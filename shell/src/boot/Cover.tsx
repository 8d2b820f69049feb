import { Button } from '@trellis/kit';
import { useErrorText } from '@trellis/shell-sdk';
import { useLayoutEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { useTranslation } from 'react-i18next';
import * as styles from './Cover.module.css';

/**
 * Takes the place of the page, which stays hidden.
 * @param takenBy who is logged in now; `undefined` while that cannot be asked
 * @param onGo goes on, or tries it
 * @returns what takes the cover away again
 */
export function showCover(takenBy: string | undefined, onGo: () => void): () => void {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  root.render(<Cover takenBy={takenBy} onGo={onGo} />);
  return () => {
    root.unmount();
    place.remove();
  };
}

function Cover({ takenBy, onGo }: { takenBy: string | undefined; onGo: () => void }) {
  const { t } = useTranslation('shell');
  const { t: kit } = useTranslation('kit');
  const errorText = useErrorText();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const isTaken = takenBy !== undefined;
  return (
    <dialog
      ref={dialog}
      className={styles.cover}
      onCancel={(event) => event.preventDefault()}
      // A browser may close a dialog on the second Escape although `cancel` was prevented.
      onClose={({ currentTarget }) => !currentTarget.open && currentTarget.showModal()}
    >
      <section className="card" role="alert">
        <h1>{isTaken ? t('taken.title', { user: takenBy }) : t('taken.unknown')}</h1>
        <p>{isTaken ? t('taken.text') : errorText({ kind: 'network' })}</p>
        <Button onClick={onGo}>{isTaken ? t('taken.go') : kit('failure.retry')}</Button>
      </section>
    </dialog>
  );
}
