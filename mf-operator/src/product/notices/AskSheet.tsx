import { Hint } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { operatorApi } from '../../api.ts';
import { ActionDialog } from '../../frame/ActionDialog.tsx';
import { useReachText } from './audience.ts';
import { audienceOf, type Draft, missingIn, periodOf } from './useDraft.ts';

interface AskSheetProps {
  readonly draft: Draft;
  readonly onAsked: () => void;
  readonly onClose: () => void;
}

/** The last look before somebody else is asked: whom it reaches. What is not whole does not go. */
export function AskSheet({ draft, onAsked, onClose }: AskSheetProps) {
  const { t } = useTranslation('operator');
  const reachText = useReachText();
  const navigate = useNavigate();
  const [ask] = operatorApi.useAskAnnouncementMutation();
  const to = audienceOf(draft);
  const { data } = operatorApi.useCountAudienceQuery(to, { refetchOnMountOrArgChange: true });
  const period = periodOf(draft);
  const blocked = () => {
    if (missingIn(draft.texts).length > 0) return t('notices.notWhole');
    return period === undefined ? t('notices.noPeriod') : undefined;
  };
  return (
    <ActionDialog
      title={t('notices.ask')}
      consequence={t('notices.askText')}
      submitLabel={t('action.ask')}
      asksCode
      reasons={[t('notices.reasonWork'), t('notices.reasonFault')]}
      blocked={blocked()}
      done={t('action.sent')}
      onClose={onClose}
      onDone={() => {
        onAsked();
        void navigate('/notices');
      }}
      run={(words) => ask({ texts: draft.texts, ...to, from: '', until: '', ...period, ...words })}
    >
      {data && <Hint>{reachText({ country: to.country ?? null, feature: to.feature ?? null }, data.members)}</Hint>}
    </ActionDialog>
  );
}
