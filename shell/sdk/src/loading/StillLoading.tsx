import { Button, Buttons } from '@trellis/kit';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { featureLoads } from './featureLoads.ts';
import * as styles from './StillLoading.module.css';

/** When a wait is worth a word, and when it is worth a choice; each time counted from the last decision. */
const wordAfterMs = 4_000;
const choiceAfterMs = 10_000;

type Patience = 'silent' | 'word' | 'choice';

/** Over a skeleton: says that it is still coming, later asks whether to wait on or to begin anew. */
export function StillLoading() {
  const { t } = useTranslation('kit');
  const [patience, setPatience] = useState<Patience>('silent');
  const [decisions, setDecisions] = useState(0);
  useEffect(() => {
    const word = setTimeout(setPatience, wordAfterMs, 'word');
    const choice = setTimeout(setPatience, choiceAfterMs, 'choice');
    return () => {
      clearTimeout(word);
      clearTimeout(choice);
    };
    // A decision begins the wait again.
  }, [decisions]);
  const decide = (next: Patience) => {
    setPatience(next);
    setDecisions(decisions + 1);
  };
  const again = () => {
    decide('silent');
    featureLoads.beginAnew();
  };
  return (
    <div className={styles.still} role="status">
      {patience !== 'silent' && <p>{t('waiting.still')}</p>}
      {patience === 'choice' && (
        <Buttons>
          <Button kind="quiet" onClick={() => decide('word')}>
            {t('waiting.keep')}
          </Button>
          <Button onClick={again}>{t('failure.retry')}</Button>
        </Buttons>
      )}
    </div>
  );
}
