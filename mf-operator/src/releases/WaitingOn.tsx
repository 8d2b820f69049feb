import { Button, Notice } from '@trellis/kit';
import { useOperator } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../api.ts';
import { DeedSheet } from '../frame/DeedSheet.tsx';
import { useMay } from '../roles/useMay.ts';

/** Somebody has asked for a feature to be on again: whoever else may says yes here. */
export function WaitingOn({ feature }: { feature: string }) {
  const { t } = useTranslation('operator');
  const { data } = operatorApi.useListApprovalsQuery({});
  const [approve] = operatorApi.useApproveReleaseMutation();
  const [open, setOpen] = useState(false);
  const operator = useOperator();
  const may = useMay('releases');
  const asked = data?.approvals.findLast((each) => each.feature === feature && each.release === null);
  if (!asked) return null;
  const isOwn = asked.requestedBy === operator?.name;
  return (
    <>
      <Notice
        tone="warning"
        title={t('releases.onAsked', { name: asked.requestedBy })}
        action={
          !isOwn &&
          may && (
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
