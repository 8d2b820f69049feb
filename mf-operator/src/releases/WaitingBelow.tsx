import { LinkButton, Notice, useDates } from '@trellis/kit';
import { useOperator } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../api.ts';

/** Somebody has asked for a release below the floor, or for a lower floor: it is decided among the approvals. */
export function WaitingBelow({ feature }: { feature: string }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const operator = useOperator();
  const { data } = operatorApi.useListWaitingQuery({});
  return data?.waiting.map(({ id, action, subject, before, requestedBy, reason, expiresAt }) => {
    if (action !== 'release.approve_below_floor' && action !== 'release.approve_lower_floor') return null;
    const [about, release] = subject.split(' ');
    if (about !== feature) return null;
    const name = requestedBy.replace(/^operator:/, '');
    return (
      <Notice
        key={id}
        tone="warning"
        title={t(action === 'release.approve_lower_floor' ? 'releases.lowerAsked' : 'releases.belowAsked', {
          ...{ name, release },
          floor: String(before?.floor),
        })}
        action={
          <LinkButton to="/approvals" kind="quiet" size="small">
            {t('place.approvals')}
          </LinkButton>
        }
      >
        {reason}
        {expiresAt !== null && ` · ${t('releases.belowUntil', { time: dateTime(expiresAt) })}`}
        {name === operator?.name && ` · ${t('action.other')}`}
      </Notice>
    );
  });
}
