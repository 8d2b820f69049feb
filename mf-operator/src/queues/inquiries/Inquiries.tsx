import { inquiryTypes, languageTag, type OutputOf } from '@trellis/api-contract';
import { Chip, Filters, Select, TextLink, Unseen } from '@trellis/kit';
import { languageNames, productNow } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { operatorApi } from '../../api.ts';
import { Console } from '../../frame/Console.tsx';
import { ConsoleList } from '../../frame/ConsoleList.tsx';
import { listFields, useListSearch } from '../../frame/listSearch.ts';
import { Moment } from '../../frame/Moment.tsx';
import { inquiriesIcon } from '../../icons.ts';
import { textKey } from '../../texts/textKey.ts';
import * as styles from './Inquiries.module.css';
import { questionOf, statusTone } from './questionOf.ts';
import { isLate, waitOf } from './waits.ts';

/** `/inquiries`: what members ask, the longest wait first; `?view=`, `?type=` and `?username=` narrow it. */
export function Component() {
  const { t } = useTranslation('operator');
  return (
    <Console screen="inquiries" title={t('inquiries.title')} text={t('inquiries.textAbove')}>
      <Inbox />
    </Console>
  );
}

type Entry = OutputOf<'operator', 'listMemberInquiries'>['inquiries'][number];

/** What members ask, under a filter that stands in the address. */
function Inbox() {
  const { t } = useTranslation('operator');
  const [search, narrow] = useListSearch('inquiries');
  const { view = 'waiting', type = '', username } = search;
  const question = questionOf(search);
  const isNarrowed = type !== '' || username !== undefined;
  return (
    <ConsoleList
      query={operatorApi.useListMemberInquiriesInfiniteQuery(question)}
      rowsOf={({ inquiries }) => inquiries}
      keyOf={({ id }) => id}
      search={question}
      views="inquiries"
      csv="/inquiries.csv"
      counted={operatorApi.useCountMemberInquiriesQuery(question)}
      empty={{
        icon: inquiriesIcon,
        text: t(isNarrowed ? 'inquiries.noneSuch' : 'inquiries.none'),
        onClear: isNarrowed && (() => narrow({ type: '', username: '' })),
      }}
      filters={
        <>
          <Filters
            label={t('inquiries.show')}
            value={view}
            // Those that wait are shown without saying.
            onChange={(next) => narrow({ view: next === 'waiting' ? '' : next })}
            options={listFields.inquiries.view.map((value) => ({ value, label: t(textKey('inquiries.view', value)) }))}
            more={
              <span className={styles.choice}>
                <Select
                  label={t('inquiries.topic')}
                  labelHidden
                  size="chip"
                  value={type}
                  onChange={(next) => narrow({ type: next })}
                  options={[
                    { value: '', label: t('inquiries.anyTopic') },
                    ...inquiryTypes.map((value) => ({ value, label: t(textKey('inquiries.topic', value)) })),
                  ]}
                />
              </span>
            }
          />
          {username !== undefined && (
            <p className={styles.only}>
              {t('inquiries.only', { username })}
              <TextLink onClick={() => narrow({ username: '' })}>{t('inquiries.everybody')}</TextLink>
            </p>
          )}
        </>
      }
    >
      {(inquiries) => (
        <ul className={styles.inbox} aria-label={t('inquiries.title')}>
          {inquiries.map((entry) => (
            <InboxRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </ConsoleList>
  );
}

function InboxRow({ entry }: { entry: Entry }) {
  const { t } = useTranslation('operator');
  const { id, username, language, type, status, beginning, waitingSince, lastAt } = entry;
  const now = productNow();
  const wait = waitingSince !== null && waitOf(waitingSince, now);
  return (
    <li>
      <Link className={styles.entry} to={`/inquiries/${id}`}>
        <strong className={styles.topic}>{t(textKey('inquiries.topic', type))}</strong>
        <span className={styles.beginning} lang={languageTag[language]} dir="auto">
          {beginning}
        </span>
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
            <Chip tone={statusTone[status]}>{t(textKey('inquiries.status', status))}</Chip>
          )}
        </span>
      </Link>
    </li>
  );
}
