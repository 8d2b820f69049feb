import { Chip, Notice, Row, Rows, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { FeatureReleases } from '../../api.ts';
import { textKey } from '../../texts/textKey.ts';
import { effectTones } from './effectTones.ts';

/** What releases of a feature called that they do not declare, and were refused. Without any there is nothing. */
export function RefusedCalls({ releases: { refusedCalls } }: { releases: FeatureReleases }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  // An API of before does not count them.
  if (!refusedCalls || refusedCalls.length === 0) return null;
  return (
    <>
      <Notice tone="negative" title={t('releases.refusedTitle')}>
        {t('releases.refusedText')}
      </Notice>
      <Rows label={t('releases.refusedTitle')}>
        {refusedCalls.map(({ release, call, effect, refusals, firstAt, lastAt }) => (
          <Row
            key={`${release} ${call}`}
            title={
              <>
                <span translate="no">{call}</span>{' '}
                {effect !== null && <Chip tone={effectTones[effect]}>{t(textKey('releases.calls', effect))}</Chip>}
              </>
            }
            detail={t('releases.refusedBetween', { release, first: dateTime(firstAt), last: dateTime(lastAt) })}
            end={t('releases.refusedTimes', { count: refusals })}
          />
        ))}
      </Rows>
    </>
  );
}
