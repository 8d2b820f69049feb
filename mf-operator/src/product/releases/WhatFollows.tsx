import { Hint, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { ReleaseHealth } from '../../api.ts';
import { useList } from '../../frame/useList.ts';

/** What failed in a release, for whom that does not count, and whether it goes back by itself. */
export function WhatFollows({ health, pinned }: { health: ReleaseHealth; pinned: string | null }) {
  const { t } = useTranslation('operator');
  const list = useList();
  const { dateTime } = useDates();
  const { release, place, failures, outsiders, trial, securityFix } = health;
  const kinds = list(failures.map(({ kind, members }) => t('releases.kind', { kind, members })));
  return (
    <>
      {kinds !== '' && <Hint>{t('releases.kinds', { release, kinds })}</Hint>}
      {outsiders > 0 && <Hint>{t('releases.unknown', { release, count: outsiders })}</Hint>}
      {place !== 'before' && <Hint>{fate()}</Hint>}
    </>
  );

  function fate(): string {
    if (securityFix) return t('releases.staysFix', { release });
    if (!trial) return t('releases.notWatched', { release });
    if (trial.backTo === null) return t(pinned === null ? 'releases.staysAlone' : 'releases.staysPinned', { release });
    if (trial.until === null) return t('releases.watched', { release, back: trial.backTo });
    return t('releases.watchedUntil', { release, back: trial.backTo, until: dateTime(trial.until) });
  }
}
