import { useTranslation } from 'react-i18next';
import type { Payout } from '../api.ts';
import { textKey } from '../texts/textKey.ts';
import type { Difference } from './differences.ts';
import * as styles from './Withdrawals.module.css';
import { lastSix, personOf } from './withdrawalTexts.ts';

const names = {
  step: 'withdrawals.step',
  paused: 'withdrawals.paused',
  approvals: 'withdrawals.approvals',
  payout: 'withdrawals.payout',
} as const satisfies Record<Difference['of'], string>;

/** Each thing as it was when the reader looked, and as it is. */
export function Since({ differences }: { differences: readonly Difference[] }) {
  const { t } = useTranslation('operator');
  const payout = (of: Payout | undefined) =>
    of === undefined
      ? t('withdrawals.none')
      : [
          `…${lastSix(of.tx)}`,
          t(textKey('withdrawals.payout', of.state)),
          personOf(of.recordedBy),
          ...(of.voidAskedBy === null ? [] : [t('withdrawals.voidAskedBy', { who: personOf(of.voidAskedBy) })]),
        ].join(' · ');
  const sides = (difference: Difference): readonly [string, string] => {
    if (difference.of === 'step')
      return [t(textKey('withdrawals.step', difference.was)), t(textKey('withdrawals.step', difference.is))];
    if (difference.of === 'payout') return [payout(difference.was), payout(difference.is)];
    if (difference.of === 'approvals')
      return [difference.was.join(', ') || t('withdrawals.none'), difference.is.join(', ') || t('withdrawals.none')];
    const said = (is: boolean) => t(is ? 'withdrawals.isPaused' : 'withdrawals.notPaused');
    return [said(difference.was), said(difference.is)];
  };
  return (
    <dl className={styles.since}>
      {differences.map((difference) => {
        const [was, is] = sides(difference);
        return (
          <div key={difference.of}>
            <dt>{t(names[difference.of])}</dt>
            <dd>
              <del>{was}</del> <ins>{is}</ins>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
