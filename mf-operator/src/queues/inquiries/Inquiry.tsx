import { languageTag, referenceText } from '@trellis/api-contract';
import {
  Button,
  Card,
  Chip,
  Code,
  Hint,
  Notice,
  Rows,
  Section,
  SkeletonCard,
  SkeletonRows,
  Stack,
  Summary,
  TextLink,
} from '@trellis/kit';
import { Loaded, languageNames, OlderPages } from '@trellis/shell-sdk';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { type MemberInquiry, operatorApi } from '../../api.ts';
import { sheetsOf } from '../../frame/actionSheets.tsx';
import { Console } from '../../frame/Console.tsx';
import * as layout from '../../frame/Layout.module.css';
import { Moment } from '../../frame/Moment.tsx';
import { isUnknown, Unknown } from '../../frame/Unknown.tsx';
import { HitRow } from '../../members/find/HitRow.tsx';
import { textKey } from '../../texts/textKey.ts';
import { AnswerForm } from './AnswerForm.tsx';
import * as styles from './Inquiries.module.css';
import { statusTone } from './questionOf.ts';

/** `/inquiries/:id`: what one member asked and was answered, and a place to answer. */
export function Component() {
  const { t } = useTranslation('operator');
  const { id = '' } = useParams();
  return (
    <Console screen="inquiry" title={t('inquiries.one', { id })} back="/inquiries">
      <Read id={id} />
    </Console>
  );
}

function Read({ id }: { id: string }) {
  const { t } = useTranslation('operator');
  const query = operatorApi.useGetMemberInquiryInfiniteQuery({ id });
  if (isUnknown(query.error)) return <Unknown text={t('inquiries.unknown')} to="/inquiries" />;
  const earlier = <OlderPages query={query} waiting={<SkeletonCard />} more={t('inquiries.earlier')} />;
  return (
    <Loaded query={query} waiting={<SkeletonCard />}>
      {({ pages }) => <Thread pages={pages} earlier={earlier} />}
    </Loaded>
  );
}

interface ThreadProps {
  /** What was written last, then what was before that. */
  readonly pages: readonly MemberInquiry[];
  /** Asks for what was written before. */
  readonly earlier: ReactNode;
}

/** One inquiry: whose it is and what it is about, all that was written, and a place to answer until it is closed. */
function Thread({ pages, earlier }: ThreadProps) {
  const { t } = useTranslation('operator');
  const [inquiry] = pages;
  if (!inquiry) return null;
  const { status } = inquiry;
  const about = inquiry.record ?? inquiry.transaction;
  return (
    <>
      <Facts inquiry={inquiry} />
      {about && <AskedAbout about={about} />}
      <Section title={t('inquiries.thread')}>
        {earlier}
        {[...pages]
          .reverse()
          .flatMap(({ messages }) => messages)
          .map((message) => (
            <Message key={message.id} message={message} inquiry={inquiry} />
          ))}
      </Section>
      {status === 'closed' ? (
        <Notice tone="neutral">{t('inquiries.closed')}</Notice>
      ) : (
        <>
          <AnswerForm inquiry={inquiry} />
          <Close inquiry={inquiry} />
        </>
      )}
    </>
  );
}

function Facts({ inquiry }: { inquiry: MemberInquiry }) {
  const { t } = useTranslation('operator');
  const { username, language, type, record, transaction, createdAt, status } = inquiry;
  const rows = [
    { label: t('inquiries.member'), value: <span translate="no">{username}</span> },
    {
      label: t('inquiries.language'),
      value: <span lang={languageTag[language]}>{languageNames[language]}</span>,
    },
    { label: t('inquiries.askedAt'), value: <Moment at={createdAt} /> },
    ...(record === null ? [] : [{ label: t('inquiries.reference'), value: <Code>{referenceText(record)}</Code> }]),
    ...(transaction ? [{ label: t('inquiries.transaction'), value: <Code>{transaction}</Code> }] : []),
  ];
  return (
    <Card
      title={t(textKey('inquiries.topic', type))}
      action={<Chip tone={statusTone[status]}>{t(textKey('inquiries.status', status))}</Chip>}
    >
      <Summary rows={rows} />
      <span className={layout.ways}>
        <TextLink to={`/members/${username}`}>{t('inquiries.toMember')}</TextLink>
        <TextLink to={`/inquiries?view=all&username=${encodeURIComponent(username)}`}>{t('inquiries.others')}</TextLink>
      </span>
    </Card>
  );
}

function Message({ message, inquiry }: { message: MemberInquiry['messages'][number]; inquiry: MemberInquiry }) {
  const { t } = useTranslation('operator');
  const { author, text, at } = message;
  return (
    <Card>
      <div className={author === 'operator' ? styles.ours : undefined}>
        <Stack>
          <strong translate={author === 'member' ? 'no' : undefined}>
            {author === 'member' ? inquiry.username : t('inquiries.us')}
          </strong>
          <Hint>
            <Moment at={at} />
          </Hint>
        </Stack>
        <p className={styles.text} dir="auto" lang={languageTag[inquiry.language]}>
          {text}
        </p>
      </div>
    </Card>
  );
}

function Close({ inquiry }: { inquiry: MemberInquiry }) {
  const { t } = useTranslation('operator');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {t('inquiries.close')}
      </Button>
      {asking && <CloseSheet subject={inquiry} onClose={() => setAsking(false)} />}
    </>
  );
}

const CloseSheet = sheetsOf<MemberInquiry>()(operatorApi.useCloseMemberInquiryMutation, {
  title: 'inquiries.closeTitle',
  consequence: 'inquiries.closeText',
  submitLabel: 'inquiries.close',
  done: 'inquiries.closeDone',
  reasons: ['inquiries.reasonSolved', 'inquiries.reasonTwice', 'inquiries.reasonNotOurs'],
  input: ({ id }, words) => ({ id, ...words }),
});

/** What the member asks about, as it stands now, and the way there. */
function AskedAbout({ about }: { about: string }) {
  const { t } = useTranslation('operator');
  const query = operatorApi.useFindAnythingQuery({ q: about });
  return (
    <Section title={t('inquiries.askedAbout')}>
      <Loaded query={query} waiting={<SkeletonRows count={1} />}>
        {({ hits }) => (
          <Rows label={t('inquiries.askedAbout')}>
            {/* A withdrawal is found by its record, too: what says more is said alone. */}
            {hits
              .filter(({ kind }) => kind !== 'record' || hits.length === 1)
              .map((hit) => (
                <HitRow key={hit.kind} hit={hit} />
              ))}
          </Rows>
        )}
      </Loaded>
    </Section>
  );
}
