import { Amount, Row, Rows, Section, shownText, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { StakeHistory } from './api.ts';

/** The terms of a contract as each began, the latest first. */
export function TermRows({ terms }: Pick<StakeHistory, 'terms'>) {
  const { t } = useTranslation('wallet');
  const { day } = useDates();
  return (
    <Section title={t('stake.terms')}>
      <Rows label={t('stake.terms')}>
        {[...terms].reverse().map(({ n, cp, reward, startDay, maturesOn }) => (
          <Row
            key={n}
            title={t('stake.termNumber', { n })}
            detail={t('stake.termDays', { from: day(startDay), to: day(maturesOn) })}
            end={<Amount money={cp} />}
            endDetail={t('stake.rewardOf', { reward: shownText(reward) })}
          />
        ))}
      </Rows>
    </Section>
  );
}
