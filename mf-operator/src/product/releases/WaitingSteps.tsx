import { Button, Notice, useDates } from '@trellis/kit';
import { useOperator } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../../api.ts';
import { ActionDialog } from '../../frame/ActionDialog.tsx';
import { ToPlace } from '../../frame/Unknown.tsx';

/** What waits about releases: of a feature one of each kind. */
function useWaiting() {
  const { data } = operatorApi.useListWaitingInfiniteQuery({ domain: 'release' });
  return data?.pages.flatMap(({ waiting }) => waiting) ?? [];
}

/** Somebody has asked for a release below the floor, or for a lower floor: it is decided among the approvals. */
export function WaitingBelow({ feature }: { feature: string }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const operator = useOperator();
  return useWaiting().map(({ id, action, subject, before, requestedBy, reason, expiresAt }) => {
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
        action={<ToPlace to="/approvals" />}
      >
        {reason}
        {expiresAt !== null && ` · ${t('releases.belowUntil', { time: dateTime(expiresAt) })}`}
        {name === operator?.name && ` · ${t('action.other')}`}
      </Notice>
    );
  });
}

/** Somebody has asked for a feature to be on again: whoever else may approves it here. */
export function WaitingOn({ feature }: { feature: string }) {
  const { t } = useTranslation('operator');
  const [approve] = operatorApi.useApproveMutation();
  const [open, setOpen] = useState(false);
  const operator = useOperator();
  const approval = useWaiting().find(({ action, subject }) => action === 'release.approve_on' && subject === feature);
  if (!approval) return null;
  const requestedBy = approval.requestedBy.replace(/^operator:/, '');
  const isOwn = requestedBy === operator?.name;
  return (
    <>
      <Notice
        tone="warning"
        title={t('releases.onAsked', { name: requestedBy })}
        action={
          approval.yours && (
            <Button size="small" onClick={() => setOpen(true)}>
              {t('action.approve')}
            </Button>
          )
        }
      >
        {approval.reason}
        {isOwn && ` · ${t('action.other')}`}
      </Notice>
      {open && (
        <ActionDialog
          title={t('releases.onTitle', { feature })}
          consequence={t(feature === 'worker' ? 'releases.workerOnText' : 'releases.onText')}
          submitLabel={t('action.approve')}
          asksCode
          confirmPhrase={feature}
          onClose={() => setOpen(false)}
          run={(words) => approve({ id: approval.id, ...words })}
        />
      )}
    </>
  );
}
