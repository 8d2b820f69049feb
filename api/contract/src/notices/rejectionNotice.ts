import { type Language, languageTag } from '../languages.ts';
import { type RejectionCause, rejectionCauseTexts } from '../withdrawals.ts';
import en from './texts/withdrawals/en.json' with { type: 'json' };
import jp from './texts/withdrawals/jp.json' with { type: 'json' };
import ko from './texts/withdrawals/ko.json' with { type: 'json' };
import zh from './texts/withdrawals/zh.json' with { type: 'json' };

const texts = { en, jp, zh, ko } as const satisfies Record<Language, object>;

/** What the owner of a rejected withdrawal reads, word for word, for whoever is about to reject it. */
export function rejectionNotice(language: Language, amount: string, cause: RejectionCause) {
  const { 'notify.withdrawalRejected.title': title, 'notify.withdrawalRejected.text': text } = texts[language];
  const reason = rejectionCauseTexts[cause][language];
  return {
    lang: languageTag[language],
    title,
    text: text.replace('{amount}', () => amount).replace('{reason}', () => reason),
  };
}
