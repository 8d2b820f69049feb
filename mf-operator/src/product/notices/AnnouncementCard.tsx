import { Button, Buttons, Card, Chip, Ends, Summary, type Tone, useDates } from '@trellis/kit';
import { useLanguage } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Announcement, operatorApi } from '../../api.ts';
import { Actor } from '../../frame/Actor.tsx';
import { sheetsOf } from '../../frame/actionSheets.tsx';
import { Moment } from '../../frame/Moment.tsx';
import { useMay } from '../../frame/useMay.ts';
import { textKey } from '../../texts/textKey.ts';
import { useAudienceName } from './audience.ts';
import * as styles from './Notices.module.css';

const tones = {
  waiting: 'warning',
  ended: 'neutral',
  coming: 'primary',
  running: 'positive',
  over: 'neutral',
  recalled: 'negative',
} as const satisfies Record<Announcement['state'], Tone>;

/** One announcement: what it says, to whom, when, by whom; what is shown, or will be, one person takes back. */
export function AnnouncementCard({ announcement }: { announcement: Announcement }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const [language] = useLanguage();
  const audienceName = useAudienceName();
  const may = useMay('support');
  const [open, setOpen] = useState(false);
  const { title, text } = announcement.texts[language];
  return (
    // What is reported twice has one title: each is known by when it was, too.
    <Card label={`${title} ${dateTime(announcement.from)} ${announcement.id}`}>
      <Ends>
        <h2>{title}</h2>
        <Chip tone={tones[announcement.state]}>{t(textKey('notices.state', announcement.state))}</Chip>
      </Ends>
      <p className={styles.text}>{text}</p>
      <Summary
        rows={[
          { label: t('notices.audience'), value: audienceName(announcement) },
          { label: t('notices.from'), value: <Moment at={announcement.from} /> },
          { label: t('notices.until'), value: <Moment at={announcement.until} /> },
          { label: t('approvals.by'), value: <Actor name={announcement.requestedBy} /> },
          { label: t('action.reason'), value: announcement.reason },
          ...(announcement.approvedBy === null
            ? []
            : [{ label: t('notices.approvedBy'), value: <Actor name={announcement.approvedBy} /> }]),
          ...(announcement.recalledBy === null
            ? []
            : [{ label: t('notices.recalledBy'), value: <Actor name={announcement.recalledBy} /> }]),
        ]}
      />
      {may && (announcement.state === 'running' || announcement.state === 'coming') && (
        <Buttons>
          <Button kind="danger" onClick={() => setOpen(true)}>
            {t('notices.recall')}
          </Button>
        </Buttons>
      )}
      {open && <RecallSheet subject={announcement} onClose={() => setOpen(false)} />}
    </Card>
  );
}

const RecallSheet = sheetsOf<Announcement>()(operatorApi.useRecallAnnouncementMutation, {
  title: 'notices.recallTitle',
  consequence: 'notices.recallText',
  submitLabel: 'notices.recall',
  reasons: ['notices.reasonWrong', 'notices.reasonOver'],
  danger: true,
  input: ({ id }, words) => ({ id, ...words }),
});
