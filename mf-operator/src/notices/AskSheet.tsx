import { Hint } from '@trellis/kit';
import { useLanguage } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { DeedSheet } from '../frame/DeedSheet.tsx';
import { countryName } from '../members/countryNames.ts';
import { noticesApi } from './api.ts';
import { type Draft, missingIn, stretchOf } from './useDraft.ts';

/** The last look before somebody else is asked: whom it reaches. What is not whole does not go. */
export function AskSheet({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const { t } = useTranslation('operator');
  const [language] = useLanguage();
  const navigate = useNavigate();
  const [ask] = noticesApi.useAskAnnouncementMutation();
  const to = draft.country === '' ? {} : { country: draft.country };
  const { data } = noticesApi.useCountAudienceQuery(to, { refetchOnMountOrArgChange: true });
  const stretch = stretchOf(draft);
  const blocked = () => {
    if (missingIn(draft.texts).length > 0) return t('notices.notWhole');
    return stretch === undefined ? t('notices.noStretch') : undefined;
  };
  return (
    <DeedSheet
      title={t('notices.ask')}
      text={t('notices.askText')}
      act={t('deed.ask')}
      asksCode
      reasons={[t('notices.reasonWork'), t('notices.reasonFault')]}
      blocked={blocked()}
      done={t('deed.sent')}
      onClose={onClose}
      onDone={() => void navigate('/notices')}
      run={(words) => ask({ texts: draft.texts, ...to, from: '', until: '', ...stretch, ...words })}
    >
      {data && (
        <Hint>
          {draft.country === ''
            ? t('notices.reachesAll', { count: data.members })
            : t('notices.reachesCountry', { count: data.members, country: countryName(draft.country, language) })}
        </Hint>
      )}
    </DeedSheet>
  );
}
