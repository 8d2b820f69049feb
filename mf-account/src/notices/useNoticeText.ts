import { dayOf, type NoticeParamKind, noticeTemplates, type Output, paramText } from '@trellis/api-contract';
import { useDates } from '@trellis/kit';
import { useLanguage } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { noticeKindText } from './noticeKinds.ts';

export type Notice = Output<'getNotice'>;

interface NoticeText {
  readonly title: string;
  readonly text?: string;
  /** What it names besides: a device, an amount, a member. */
  readonly facts: readonly string[];
}

/** As `1,234.56 USD`, with whichever space. */
const isAmount = (value = ''): boolean => /^[\d.,]+\s[A-Z]+$/.test(value);

/** More of them do not fit a row. */
const mostFacts = 2;

/** A notice in the reader's language. One that is newer than this release has its kind for a title. */
export function useNoticeText(): (notice: Notice) => NoticeText {
  const { t } = useTranslation('account');
  const { day, dateTime } = useDates();
  const [language] = useLanguage();
  const written = (kind: NoticeParamKind, value: string): string => {
    if (kind === 'time') return dateTime(value);
    return kind === 'day' ? day(dayOf(value)) : paramText(kind, value, language);
  };
  return ({ template, kind, params }) => {
    if (!Object.hasOwn(noticeTemplates, template)) return { title: t(noticeKindText[kind]), facts: [] };
    const kinds: Readonly<Record<string, NoticeParamKind>> = noticeTemplates[template].params;
    const values = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, written(kinds[name] ?? 'text', value)]),
    );
    const title = t(`notify.${template}.title`, values);
    const named = t(`notify.${template}.title`, { skipInterpolation: true });
    const isNamed = (name: string): boolean => named.includes(`{${name}}`);
    const saysAmount = Object.keys(kinds).some((name) => isNamed(name) && isAmount(values[name]));
    // In the template's order, without what the title names; a moment, a number, a limit or another amount says nothing alone.
    const facts = Object.entries(kinds)
      .filter(([name, kind]) => !['time', 'day'].includes(kind) && name !== 'minimum' && !isNamed(name))
      .map(([name]) => values[name] ?? '')
      .filter((value) => value !== '' && !/^\d+$/.test(value) && !(saysAmount && isAmount(value)))
      .slice(0, mostFacts);
    return { title, text: t(`notify.${template}.text`, values).trim(), facts };
  };
}
