import { memberContract } from '@trellis/api-contract';
import { Art, Button, Notice } from '@trellis/kit';
import { logOut, useErrorText } from '@trellis/shell-sdk';
import { useLayoutEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useTranslation } from 'react-i18next';
import { cover } from '../boot/Cover.module.css';
import { boot } from '../boot/document.ts';
import type { Opening } from './askPasskey.ts';
import * as styles from './LockScreen.module.css';
import { forgetLock } from './lockServer.ts';

/**
 * Lies over the page, also over its sheets, until a passkey has opened it.
 * @returns what takes it away again
 */
export function showLock(open: () => Promise<Opening>): () => void {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  root.render(<LockScreen open={open} />);
  return () => {
    root.unmount();
    place.remove();
  };
}

function LockScreen({ open }: { open: () => Promise<Opening> }) {
  const { t } = useTranslation('lock');
  const errorText = useErrorText();
  const dialog = useRef<HTMLDialogElement>(null);
  const [busy, setBusy] = useState<'open' | 'leave'>();
  const [failed, setFailed] = useState<string>();
  useLayoutEffect(() => (dialog.current ? stayOnTop(dialog.current) : undefined), []);
  const failedText = t(boot.kept ? 'lock.failedOffline' : 'lock.failed');
  const work = async (what: typeof busy, doing: () => Promise<string | undefined>) => {
    if (busy !== undefined) return;
    setBusy(what);
    setFailed(undefined);
    setFailed(await doing().catch(() => errorText({ kind: 'network' })));
    setBusy(undefined);
  };
  const unlock = () =>
    work('open', async () => {
      const opening = await open();
      if (opening === 'open') return undefined;
      return opening === 'failed' ? failedText : errorText(opening);
    });
  const leave = () =>
    work('leave', async () => {
      const failure = await logOut(memberContract);
      if (!failure) forgetLock();
      return failure && errorText(failure);
    });
  return (
    <dialog
      ref={dialog}
      className={`${cover} ${styles.lock}`}
      data-lock
      aria-labelledby="locked"
      onCancel={(event) => event.preventDefault()}
      // A browser may close a dialog on the second Escape although `cancel` was prevented.
      onClose={({ currentTarget }) => !currentTarget.open && currentTarget.showModal()}
    >
      <section>
        <Art art="closed" />
        <h1 id="locked">{t('lock.locked', { product: boot.productName })}</h1>
        {failed !== undefined && <Notice tone="negative" urgent title={failed} />}
        <Button busy={busy === 'open'} onClick={() => void unlock()}>
          {t('lock.unlock')}
        </Button>
        {!boot.kept && (
          <Button kind="ghost" busy={busy === 'leave'} onClick={() => void leave()}>
            {t('lock.usePassword')}
          </Button>
        )}
      </section>
    </dialog>
  );
}

/** A sheet whose answer comes late opens over what was there before it: then this one takes the top again. */
function stayOnTop(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  const observer = new MutationObserver((changes) => {
    if (!changes.some(({ target }) => target !== dialog && target instanceof HTMLDialogElement && target.open)) return;
    dialog.close();
    dialog.showModal();
  });
  observer.observe(document.body, { subtree: true, attributeFilter: ['open'] });
  return () => observer.disconnect();
}
