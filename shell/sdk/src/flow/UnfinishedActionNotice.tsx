import { Button, Notice } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../api/useErrorText.ts';
import type { UnfinishedAction } from './unfinishedAction.ts';

interface UnfinishedActionNoticeProps {
  readonly action: UnfinishedAction;
  readonly onCheckAgain: () => void;
}

/** Above the fields: what became of the act whose answer the member did not wait for. */
export function UnfinishedActionNotice({ action, onCheckAgain }: UnfinishedActionNoticeProps) {
  const { t } = useTranslation('kit');
  const errorText = useErrorText();
  return (
    <div role="status">
      {action.phase === 'checking' && (
        <Notice tone="primary" icon="clock" title={t('flow.checking')}>
          {t('flow.leftText')}
        </Notice>
      )}
      {action.phase === 'unreachable' && (
        <Notice
          tone="warning"
          icon="offline"
          title={t('flow.unreachable')}
          action={
            <Button size="small" onClick={onCheckAgain}>
              {t('flow.checkAgain')}
            </Button>
          }
        >
          {t('flow.unreachableText')}
        </Notice>
      )}
      {action.phase === 'notDone' && (
        <Notice tone="warning" title={t('flow.notDone')}>
          {t('flow.notDoneText')}
        </Notice>
      )}
      {action.phase === 'forgotten' && (
        <Notice tone="positive" title={t('flow.success')}>
          {t('flow.forgottenText')}
        </Notice>
      )}
      {action.phase === 'refused' && (
        <Notice tone="negative" title={errorText(action.failure)}>
          {t('flow.nothingMoved')}
        </Notice>
      )}
    </div>
  );
}
