import { type Language, languageTag } from '../../languages.ts';
import { goesToBalance, type WithdrawalOrigin } from '../stakes/stakes.ts';
import en from './texts/notices/en.json' with { type: 'json' };
import jp from './texts/notices/jp.json' with { type: 'json' };
import ko from './texts/notices/ko.json' with { type: 'json' };
import zh from './texts/notices/zh.json' with { type: 'json' };
import { type RejectionCause, rejectionCauseTexts } from './withdrawals.ts';

const texts = { en, jp, zh, ko } as const satisfies Record<Language, object>;

/** What the owner of a rejected withdrawal reads, word for word, for whoever is about to reject it. */
export function rejectionNotice(language: Language, amount: string, cause: RejectionCause, origin: WithdrawalOrigin) {
  const template = goesToBalance(origin) ? 'withdrawalRejected' : 'payoutRejected';
  const { [`notify.${template}.title` as const]: title, [`notify.${template}.text` as const]: text } = texts[language];
  const reason = rejectionCauseTexts[cause][language];
  return {
    lang: languageTag[language],
    title,
    text: text.replace('{amount}', () => amount).replace('{reason}', () => reason),
  };
}
