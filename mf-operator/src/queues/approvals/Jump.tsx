import { useTranslation } from 'react-i18next';
import type { Waiting } from '../../api.ts';
import { changeOf } from '../../money/rates/change.ts';
import { signedPercent } from '../../money/rates/rateTexts.ts';
import * as styles from './Jump.module.css';
import { numbersIn } from './numbersIn.ts';

/** From a tenth on a change is no matter of course. */
const loudFrom = 1_000;

/** By how much what waits would change a number, before anything else: of several numbers the one that changes most. */
export function Jump({ request: { before, after } }: { request: Pick<Waiting, 'before' | 'after'> }) {
  const { t } = useTranslation('operator');
  const changes = numbersIn(before, after)
    .map(([was, is]) => changeOf(was, is) ?? 0)
    .filter((change) => change !== 0);
  if (changes.length === 0) return null;
  const largest = changes.reduce((one, other) => (Math.abs(other) > Math.abs(one) ? other : one));
  return (
    <p className={styles.jump} data-loud={Math.abs(largest) >= loudFrom || undefined}>
      <small>{t('rates.change')}</small> {signedPercent(largest)}
    </p>
  );
}
