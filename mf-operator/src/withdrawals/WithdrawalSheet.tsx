import { Button, Notice, useDates } from '@trellis/kit';
import { failureOf } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WithdrawalFile } from '../api.ts';
import { ActionDialog } from '../frame/ActionDialog.tsx';
import type { DialogOf } from '../frame/actionSheets.tsx';
import { differencesOf, isChanged } from './differences.ts';
import { refusalTexts } from './refusals.ts';
import { Since } from './Since.tsx';

interface WithdrawalSheetProps {
  readonly useDialog: DialogOf<WithdrawalFile>;
  readonly file: WithdrawalFile;
  /** Reads it again. */
  readonly refetch: () => unknown;
  readonly onClose: () => void;
}

/**
 * An action on one withdrawal, sent with the revision that the reader has looked at, and nothing newer. If it is another by
 * now, the sheet keeps all that was typed, shows what has changed, and sends nothing before they have said that they looked
 * again. Refused, it is read again.
 */
export function WithdrawalSheet({ useDialog, file, refetch, onClose }: WithdrawalSheetProps) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const [looked, setLooked] = useState(file);
  const { blocked, run, children, ...dialog } = useDialog({ ...file, revision: looked.revision });
  const changed = isChanged(looked, file);
  return (
    <ActionDialog
      {...dialog}
      blocked={changed ? t('withdrawals.lookFirst') : blocked}
      refusal={({ code, params }) => {
        const key = refusalTexts[code];
        return key && t(key, { until: params?.until === undefined ? '' : dateTime(String(params.until)) });
      }}
      onClose={onClose}
      run={async (words) => {
        const answer = await run(words);
        // Of a wrong code nothing has changed; whatever else was in the way shows in what stands there now.
        const failure = answer.error && failureOf(answer.error);
        if (failure && !(failure.kind === 'problem' && failure.problem.status === 422)) await refetch();
        return answer;
      }}
    >
      {changed && (
        <>
          <Notice tone="warning" title={t('withdrawals.changed')} urgent>
            {t('withdrawals.changedText')}
          </Notice>
          <Since differences={differencesOf(looked, file)} />
          <Button kind="quiet" size="small" onClick={() => setLooked(file)}>
            {t('withdrawals.lookedAgain')}
          </Button>
        </>
      )}
      {children}
    </ActionDialog>
  );
}
