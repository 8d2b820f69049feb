import { dayOf, type NoticeParamKind, noticeTemplates, type Output, paramText } from '@trellis/api-contract';
import { useDates } from '@trellis/kit';
import { useLanguage } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { noticeKindText } from './noticeKinds.ts';

export type Notice = Output<'getNotice'>;

/** Title and text of a notice in the reader's language. One that is newer than this release has its kind for a title. */
export function useNoticeText(): (notice: Notice) => { title: string; text?: string } {
  const { t } = useTranslation('account');
  const { day, dateTime } = useDates();
  const [language] = useLanguage();
  const written = (kind: NoticeParamKind, value: string): string => {
    if (kind === 'time') return dateTime(value);
    return kind === 'day' ? day(dayOf(value)) : paramText(kind, value, language);
  };
  return ({ template, kind, params }) => {
    if (!Object.hasOwn(noticeTemplates, template)) return { title: t(noticeKindText[kind]) };
    const kinds: Readonly<Record<string, NoticeParamKind>> = noticeTemplates[template].params;
    const values = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, written(kinds[name] ?? 'text', value)]),
    );
    return { title: t(`notify.${template}.title`, values), text: t(`notify.${template}.text`, values).trim() };
  };
}
