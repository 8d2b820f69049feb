import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  dayOf,
  dayText,
  type Language,
  languages,
  type NoticeParamKind,
  type NoticeTemplate,
  noticeTemplates,
  paramText,
} from '@trellis/api-contract';
import { zonedText } from '../../../platform/mail/zonedText.ts';
import en from './texts/en.json' with { type: 'json' };
import jp from './texts/jp.json' with { type: 'json' };
import ko from './texts/ko.json' with { type: 'json' };
import zh from './texts/zh.json' with { type: 'json' };

interface Texts {
  readonly more: string;
  /** Of notices whose own title names an amount, or whose text does not say enough without one. */
  readonly notices: Readonly<Record<string, { readonly title: string; readonly text?: string }>>;
}
const texts: Readonly<Record<Language, Texts>> = { en, jp, ko, zh };

/** A notice as it is stored, for one reader. */
export interface PushedNotice {
  readonly template: string;
  readonly params: Readonly<Record<string, string>>;
  readonly language: Language;
  readonly timeZone: string | null;
  /** Whether amounts and names may stand in it. */
  readonly inFull: boolean;
}

/** The notices' own texts, in the folders of their domains. */
const folder = join(import.meta.dirname, '../../../../contract/src');
const written = Object.fromEntries(
  languages.map((language) => {
    const files = globSync(`*/*/texts/notices/${language}.json`, { cwd: folder });
    return [language, Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8'))))];
  }),
) as Readonly<Record<Language, Readonly<Record<string, string>>>>;

/** Title and text in the reader's language: without any amount or name, unless they want them. */
export function pushText(notice: PushedNotice, product: string): { readonly title: string; readonly body: string } {
  const { template, params, language, timeZone, inFull } = notice;
  const { more, notices } = texts[language];
  const [title = product, text = more] = [
    written[language][`notify.${template}.title`],
    written[language][`notify.${template}.text`],
  ];
  const fill = (line: string, values: Readonly<Record<string, string>>): string =>
    line.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '').trim();
  if (!inFull) {
    const own = notices[template];
    const isPlain = !/\{\w+\}/.test(title);
    return {
      title: fill(own?.title ?? (isPlain ? title : '{product}'), { product }),
      body: fill(own?.text ?? more, { product }),
    };
  }
  const kinds: Readonly<Record<string, NoticeParamKind>> = Object.hasOwn(noticeTemplates, template)
    ? noticeTemplates[template as NoticeTemplate].params
    : {};
  const said = (name: string, value: string): string => {
    const kind = kinds[name] ?? 'text';
    if (kind === 'time') return zonedText(new Date(value), language, timeZone);
    return kind === 'day' ? dayText(dayOf(value), language) : paramText(kind, value, language);
  };
  const values = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, said(name, value)]));
  return { title: fill(title, { ...values, product }), body: fill(text, { ...values, product }) };
}
