import { Chip, Filters, useDates } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Listed, operatorApi, type Rate, type Rule } from '../../api.ts';
import { Actor } from '../../frame/Actor.tsx';
import { ConsoleList } from '../../frame/ConsoleList.tsx';
import { LogEntries, LogEntry } from '../../frame/LogEntry.tsx';
import { rulesIcon } from '../../icons.ts';
import { textKey } from '../../texts/textKey.ts';
import { rateTones } from '../rates/rateTexts.ts';
import { isFirst } from './RuleKey.tsx';
import { inOrder } from './RuleValue.tsx';
import { useRuleTexts } from './useRuleTexts.ts';

/** Every rule of a subject that was ever set, the latest first; nothing that was set is ever changed. */
export function RuleHistory({ subject: listed }: { subject: Listed }) {
  const { t } = useTranslation('operator');
  const { keyName } = useRuleTexts();
  const [key, setKey] = useState('');
  const { subject } = listed;
  const search = { subject, ...(key !== '' && { key }) };
  return (
    <ConsoleList
      query={operatorApi.useGetRuleHistoryInfiniteQuery(search)}
      rowsOf={({ rules }) => rules}
      search={search}
      csv="/rules/history.csv"
      empty={{ icon: rulesIcon, text: t('rules.historyEmpty') }}
      filters={
        listed.keys.length > 1 && (
          <Filters
            label={t('rules.which')}
            value={key}
            onChange={setKey}
            options={[
              { value: '', label: t('audit.all') },
              ...listed.keys.map((each) => ({ value: each.key, label: keyName(subject, each.key) })),
            ]}
          />
        )
      }
    >
      {(rules) => (
        <LogEntries>
          {rules.map((rule) => (
            <RuleEntry key={rule.id} subject={listed} rule={rule} />
          ))}
        </LogEntries>
      )}
    </ConsoleList>
  );
}

function RuleEntry({ subject, rule }: { subject: Listed; rule: Rule }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const { keyName, fieldName, partText } = useRuleTexts();
  const { key, value, state, setBy, setAt, reason, from, until, approvedBy } = rule;
  const unit = subject.keys.find((each) => each.key === key)?.unit ?? undefined;
  return (
    <LogEntry
      action={keyName(subject.subject, key)}
      subject={<Chip tone={rateTones[state]}>{t(textKey<'rates.state', Rate['state']>('rates.state', state))}</Chip>}
      actor={setBy}
      at={isFirst(from) ? null : setAt}
      facts={[
        ...inOrder(subject, value).map(
          ([name, part]) =>
            [fieldName(name), partText(name, part, key, subject.amounts.includes(name) ? unit : undefined)] as const,
        ),
        [t('audit.why'), reason],
        [t('rates.since'), isFirst(from) ? t('rates.always') : dateTime(from)],
        until !== null && [t('rates.until'), dateTime(until)],
        approvedBy !== null && [t('rates.second'), <Actor name={approvedBy} />],
      ]}
    />
  );
}
