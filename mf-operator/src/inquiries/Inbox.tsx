import { inquiryTypes, languageTag, type OutputOf } from '@trellis/api-contract';
import { Card, Chip, Empty, Filters, Select, SkeletonRows, TextLink, Unseen } from '@trellis/kit';
import { languageNames, productNow } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { ExportLink } from '../frame/ExportLink.tsx';
import { ListTools } from '../frame/ListTools.tsx';
import { Moment } from '../frame/Moment.tsx';
import { SavedViews } from '../frame/SavedViews.tsx';
import { SteadyList } from '../frame/SteadyList.tsx';
import { inquiriesIcon } from '../icons.ts';
import { inquiriesApi } from './api.ts';
import * as styles from './Inquiries.module.css';
import { addressOf, filterOf, type InboxFilter, inboxViews, questionOf } from './inboxFilter.ts';
import { statusText, statusTone, topicText } from './inquiryTexts.ts';
import { isLate, waitOf } from './waits.ts';

type Entry = OutputOf<'operator', 'listMemberInquiries'>['inquiries'][number];

const viewText = {
  waiting: 'inquiries.view.waiting',
  answered: 'inquiries.status.answered',
  closed: 'inquiries.status.closed',
  all: 'inquiries.view.all',
} as const;

/** What members ask, under a filter that stands in the address. */
export function Inbox() {
  const { t } = useTranslation('operator');
  const [address, setAddress] = useSearchParams();
  const filter = filterOf(address);
  const question = questionOf(filter);
  const query = inquiriesApi.useListMemberInquiriesInfiniteQuery(question);
  const counted = inquiriesApi.useCountMemberInquiriesQuery(question);
  const choose = (change: Partial<InboxFilter>) => setAddress(addressOf({ ...filter, ...change }));
  const isNarrowed = filter.type !== '' || filter.username !== '';
  return (
    <>
      <Filters
        label={t('inquiries.show')}
        value={filter.view}
        onChange={(view) => choose({ view })}
        options={inboxViews.map((value) => ({ value, label: t(viewText[value]) }))}
        more={
          <span className={styles.choice}>
            <Select
              label={t('inquiries.topic')}
              labelHidden
              size="chip"
              value={filter.type}
              onChange={(type) => choose({ type })}
              options={[
                { value: '', label: t('inquiries.anyTopic') },
                ...inquiryTypes.map((value) => ({ value, label: t(topicText[value]) })),
              ]}
            />
          </span>
        }
      />
      {filter.username !== '' && (
        <p className={styles.only}>
          {t('inquiries.only', { username: filter.username })}
          <TextLink onClick={() => choose({ username: '' })}>{t('inquiries.everybody')}</TextLink>
        </p>
      )}
      <ListTools>
        <SavedViews place="inquiries" />
        <ExportLink path="/inquiries.csv" search={{ ...question }} found={counted.currentData} />
      </ListTools>
      <SteadyList
        query={query}
        search={filter}
        rowsOf={({ inquiries }) => inquiries}
        withRows={(page, rows) => ({ ...page, inquiries: [...rows] })}
        keyOf={({ id }) => id}
        waiting={<SkeletonRows count={5} />}
        more={t('inquiries.more')}
      >
        {({ inquiries }, head) =>
          inquiries.length === 0 ? (
            <Card>
              <Empty
                icon={inquiriesIcon}
                text={t(isNarrowed ? 'inquiries.noneSuch' : 'inquiries.none')}
                action={
                  isNarrowed && (
                    <TextLink onClick={() => choose({ type: '', username: '' })}>{t('inquiries.clear')}</TextLink>
                  )
                }
              />
            </Card>
          ) : (
            <>
              {head}
              <ul className={styles.inbox} aria-label={t('inquiries.title')}>
                {inquiries.map((entry) => (
                  <InboxRow key={entry.id} entry={entry} />
                ))}
              </ul>
            </>
          )
        }
      </SteadyList>
    </>
  );
}

function InboxRow({ entry }: { entry: Entry }) {
  const { t } = useTranslation('operator');
  const { id, username, language, type, status, waitingSince, lastAt } = entry;
  const now = productNow();
  const wait = waitingSince !== null && waitOf(waitingSince, now);
  return (
    <li>
      <Link className={styles.entry} to={`/inquiries/${id}`}>
        <strong className={styles.topic}>{t(topicText[type])}</strong>
        <span className={styles.who} translate="no">
          {username}
        </span>
        <span className={styles.language} lang={languageTag[language]}>
          {languageNames[language]}
        </span>
        <span className={styles.time}>
          <Unseen>{t('inquiries.lastAt')} </Unseen>
          <Moment at={lastAt} />
        </span>
        <span className={styles.state}>
          {wait && waitingSince !== null ? (
            <Chip tone={isLate(waitingSince, now) ? 'negative' : 'warning'}>
              <Unseen>{t('inquiries.waits')} </Unseen>
              {t(wait.text, wait.values)}
            </Chip>
          ) : (
            <Chip tone={statusTone[status]}>{t(statusText[status])}</Chip>
          )}
        </span>
      </Link>
    </li>
  );
}
