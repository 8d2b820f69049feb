import { LinkButton, Notice, useDates } from '@trellis/kit';
import { useOperator } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../api.ts';

/** Somebody has asked for a release below the floor, or for a lower floor: it is decided among the approvals. */
export function WaitingBelow({ feature }: { feature: string }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const operator = useOperator();
  const { data } = operatorApi.useListApprovalsQuery({});
  return data?.approvals
    .filter((each) => each.feature === feature && each.release !== null)
    .map(({ id, kind, floor, release, requestedBy, reason, expiresAt }) => (
      <Notice
        key={id}
        tone="warning"
        title={t(kind === 'lowerFloor' ? 'releases.lowerAsked' : 'releases.belowAsked', {
          name: requestedBy,
          release,
          floor,
        })}
        action={
          <LinkButton to="/approvals" kind="quiet" size="small">
            {t('place.approvals')}
          </LinkButton>
        }
      >
        {reason} · {t('releases.belowUntil', { time: dateTime(expiresAt) })}
        {requestedBy === operator?.name && ` · ${t('deed.other')}`}
      </Notice>
    ));
}
