import { Card, Hint, Stack, useDates } from '@trellis/kit';
import { useLanguage } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';

/** What all members, or those of the member's country, are notified: what runs first, and what ended a short while ago. */
export function Announcements() {
  const { t } = useTranslation('account');
  const { dateTime } = useDates();
  const [language] = useLanguage();
  const { data } = accountApi.useListAnnouncementsQuery({});
  const shown = [...(data?.announcements ?? [])].sort((a, b) => Number(b.running) - Number(a.running));
  return shown.map(({ id, texts, from, until, running }) => (
    // What is reported twice has one title: each is known by when it was, too.
    <Card key={id} label={`${texts[language].title} ${dateTime(from)} ${id}`}>
      <Stack>
        <h2>{texts[language].title}</h2>
        {texts[language].text.split('\n').map((line, row) => (
          <p key={`${row} ${line}`}>{line}</p>
        ))}
        <Hint>
          {t(running ? 'notify.announcementUntil' : 'notify.announcementOver', {
            from: dateTime(from),
            until: dateTime(until),
          })}
        </Hint>
      </Stack>
    </Card>
  ));
}
