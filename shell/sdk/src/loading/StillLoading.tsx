import { Button, Buttons } from '@trellis/kit';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { featureLoads } from './featureLoads.ts';
import * as styles from './StillLoading.module.css';

/** When a wait is enough for a word, and when it is enough for a choice; each time counted from the last decision. */
const wordAfterMs = 4_000;
const choiceAfterMs = 10_000;

type WaitStage = 'silent' | 'word' | 'choice';

/** Over a skeleton: says that it is still coming, later asks whether to wait on or to begin again. */
export function StillLoading() {
  const { t } = useTranslation('kit');
  const [stage, setStage] = useState<WaitStage>('silent');
  const [decisions, setDecisions] = useState(0);
  useEffect(() => {
    const word = setTimeout(setStage, wordAfterMs, 'word');
    const choice = setTimeout(setStage, choiceAfterMs, 'choice');
    return () => {
      clearTimeout(word);
      clearTimeout(choice);
    };
    // A decision begins the wait again.
  }, [decisions]);
  const decide = (next: WaitStage) => {
    setStage(next);
    setDecisions(decisions + 1);
  };
  const again = () => {
    decide('silent');
    featureLoads.restart();
  };
  return (
    <div className={styles.still} role="status">
      {stage !== 'silent' && <p>{t('waiting.still')}</p>}
      {stage === 'choice' && (
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
