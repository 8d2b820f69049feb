import { Bar, IconButton, TextLink } from '@trellis/kit';
import { injectContract, memberContract, useLanguage } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';

const announcementApi = injectContract(memberContract, ['listAnnouncements']);

/** What all members, or those of one country, are notified while it runs: the latest of it, with the way to all of it. */
export function AnnouncementBar({ onDismiss }: { onDismiss: () => void }) {
  const { t } = useTranslation('shell');
  const [language] = useLanguage();
  const { data } = announcementApi.useListAnnouncementsQuery({});
  const running = data?.announcements.find((each) => each.running);
  if (!running) return null;
  return (
    <Bar hidden={false}>
      <p>{running.texts[language].title}</p>
      <TextLink to="/notify">{t('announcement.open')}</TextLink>
      <IconButton label={t('announcement.hide')} icon="close" onClick={onDismiss} />
    </Bar>
  );
}
