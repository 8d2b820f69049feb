import { Button } from '@trellis/kit';
import { createRoot } from 'react-dom/client';
import { useTranslation } from 'react-i18next';
import * as styles from './BootFailure.module.css';

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
  const { t } = useTranslation('sdk');
  const { t: kit } = useTranslation('kit');
  const isTaken = takenBy !== undefined;
  return (
    <main className="main">
      <section className={`card ${styles.failure}`} role="alert">
        <h1>{isTaken ? t('taken.title', { user: takenBy }) : t('taken.unknown')}</h1>
        <p>{isTaken ? t('taken.text') : t('network.failed')}</p>
        <Button onClick={onGo}>{isTaken ? t('taken.go') : kit('failure.retry')}</Button>
      </section>
    </main>
  );
}
