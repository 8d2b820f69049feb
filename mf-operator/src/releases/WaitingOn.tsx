import { Button, Notice } from '@trellis/kit';
import { useOperator } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { approvalsApi } from '../approvals/api.ts';
import { DeedSheet } from '../frame/DeedSheet.tsx';

/** Somebody has asked for a feature to be on again: whoever else may approves it here. */
export function WaitingOn({ feature }: { feature: string }) {
  const { t } = useTranslation('operator');
  const { data } = approvalsApi.useListWaitingQuery({});
  const [approve] = approvalsApi.useApproveMutation();
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
              {t('deed.yes')}
            </Button>
          )
        }
      >
        {asked.reason}
        {isOwn && ` · ${t('deed.other')}`}
      </Notice>
      {open && (
        <DeedSheet
          title={t('releases.onTitle', { feature })}
          text={t('releases.onText')}
          act={t('deed.yes')}
          asksCode
          word={feature}
          onClose={() => setOpen(false)}
          run={(words) => approve({ id: asked.id, ...words })}
        />
      )}
    </>
  );
}
