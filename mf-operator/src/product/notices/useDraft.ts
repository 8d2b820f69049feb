import { type Language, languages } from '@trellis/api-contract';
import { productNow } from '@trellis/shell-sdk';
import { useDraft as useKept } from '@trellis/shell-sdk/flow';
import { useState } from 'react';
import type { AnnouncementTexts } from '../../api.ts';
import type { Part } from './audience.ts';
import { momentOf, typedOf } from './moments.ts';

export const titleMax = 80;
export const textMax = 600;

export interface Draft {
  readonly texts: AnnouncementTexts;
  /** Empty: everybody. */
  readonly country: string;
  /** Empty: whatever they use. */
  readonly feature: Part | '';
  /** In UTC, as typed. */
  readonly from: string;
  readonly until: string;
}

const blank: AnnouncementTexts = {
  en: { title: '', text: '' },
  jp: { title: '', text: '' },
  zh: { title: '', text: '' },
  ko: { title: '', text: '' },
};
const dayMs = 86_400_000;

/** Languages in which something is still missing. */
export const missingIn = (texts: AnnouncementTexts): readonly Language[] =>
  languages.filter((language) => texts[language].title.trim() === '' || texts[language].text.trim() === '');

/**
 * What is being written: from now on for a day, unless it is said otherwise. What was typed outlives the session.
 * @param ready of what it begins with, and `texts` are that
 */
export function useDraft(ready = '', texts: AnnouncementTexts = blank) {
  const [now] = useState(productNow);
  const [kept, keep] = useKept(`announcement ${ready}`);
  const typed = kept === '' ? {} : (JSON.parse(kept) as Partial<Draft>);
  const unless = {
    texts,
    country: '',
    feature: '',
    from: typedOf(new Date(now)),
    until: typedOf(new Date(now + dayMs)),
  };
  const draft: Draft = { ...(unless as Draft), ...typed };
  const set = (change: Partial<Draft>) => keep(JSON.stringify({ ...typed, ...change }));
  const write = (language: Language, part: 'title' | 'text', value: string) =>
    set({ texts: { ...draft.texts, [language]: { ...draft.texts[language], [part]: value } } });
  return { draft, set, write, forget: () => keep('') };
}

/** When it would run; `undefined` while that is no period of time. */
export function periodOf({ from, until }: Draft): { readonly from: string; readonly until: string } | undefined {
  const [begins, ends] = [momentOf(from), momentOf(until)];
  return begins !== undefined && ends !== undefined && begins < ends ? { from: begins, until: ends } : undefined;
}

/** Whom it would reach, as the calls take it. */
export const audienceOf = ({ country, feature }: Draft): { readonly country?: string; readonly feature?: Part } => ({
  ...(country !== '' && { country }),
  ...(feature !== '' && { feature }),
});
