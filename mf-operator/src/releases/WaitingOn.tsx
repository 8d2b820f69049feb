import { Button, Notice } from '@trellis/kit';
import { useOperator } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../api.ts';
import { ActionDialog } from '../frame/ActionDialog.tsx';

/** Somebody has asked for a feature to be on again: whoever else may approves it here. */
export function WaitingOn({ feature }: { feature: string }) {
  const { t } = useTranslation('operator');
  const { data } = operatorApi.useListWaitingQuery({});
  const [approve] = operatorApi.useApproveMutation();
  const [open, setOpen] = useState(false);
  const operator = useOperator();
  const asked = data?.waiting.findLast(({ action, subject }) => action === 'release.approve_on' && subject === feature);
  if (!asked) return null;
  const requestedBy = asked.requestedBy.replace(/^operator:/, '');
  const isOwn = requestedBy === operator?.name;
  return (
    <>
      <Notice
        tone="warning"
        title={t('releases.onAsked', { name: requestedBy })}
        action={
          asked.yours && (
            <Button size="small" onClick={() => setOpen(true)}>
              {t('action.approve')}
            </Button>
          )
        }
      >
        {asked.reason}
        {isOwn && ` · ${t('action.other')}`}
      </Notice>
      {open && (
        <ActionDialog
          title={t('releases.onTitle', { feature })}
          consequence={t('releases.onText')}
          submitLabel={t('action.approve')}
          asksCode
          confirmPhrase={feature}
          onClose={() => setOpen(false)}
          run={(words) => approve({ id: asked.id, ...words })}
        />
      )}
    </>
  );
}
