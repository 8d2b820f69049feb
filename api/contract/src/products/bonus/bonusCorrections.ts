import type { Language } from '../../languages.ts';

/** Which way a correction of the team bonus goes: to the member, or back into the pool. */
export const correctionDirections = ['in', 'out'] as const;
export type CorrectionDirection = (typeof correctionDirections)[number];

/** Why a team bonus is corrected, as far as the member is shown, and which ways that can go; the database knows the same. */
export const correctionCauses = {
  missedVolume: ['in'],
  countedTwice: ['out'],
  wrongLevel: ['in', 'out'],
  notDue: ['out'],
  goodwill: ['in'],
  other: ['in', 'out'],
} as const satisfies Record<string, readonly CorrectionDirection[]>;
export type CorrectionCause = keyof typeof correctionCauses;

export const isCorrectionCause = (text: string | undefined): text is CorrectionCause =>
  text !== undefined && Object.hasOwn(correctionCauses, text);

/** Those that a member can be shown for a correction in one direction. */
export const causesOf = (direction: CorrectionDirection): readonly CorrectionCause[] =>
  (Object.keys(correctionCauses) as CorrectionCause[]).filter((cause) =>
    (correctionCauses[cause] as readonly CorrectionDirection[]).includes(direction),
  );

/** In these words the member’s record says it. */
export const correctionCauseTexts: Readonly<Record<CorrectionCause, Readonly<Record<Language, string>>>> = {
  missedVolume: {
    en: 'Sales of your team that weren’t counted',
    jp: '集計されていなかったチームの実績',
    zh: '此前未计入的团队业绩',
    ko: '집계에서 빠졌던 팀 실적',
  },
  countedTwice: {
    en: 'Sales of your team that were counted twice',
    jp: '二重に集計されたチームの実績',
    zh: '重复计入的团队业绩',
    ko: '중복으로 집계된 팀 실적',
  },
  wrongLevel: {
    en: 'Calculated with the wrong level',
    jp: '誤ったレベルによる計算',
    zh: '按错误的等级计算',
    ko: '잘못된 등급으로 계산됨',
  },
  notDue: {
    en: 'Bonus not payable under the terms',
    jp: '規約上、支払いの対象ではなかったボーナス',
    zh: '按条款不应发放的奖金',
    ko: '약관상 지급 대상이 아니었던 보너스',
  },
  goodwill: {
    en: 'Goodwill after a problem on our side',
    jp: '当社側の不具合に対するお詫び',
    zh: '因我方问题给予的补偿',
    ko: '저희 문제로 인한 보전 금액',
  },
  other: {
    en: 'A mistake on our side',
    jp: '当社側の誤り',
    zh: '我们的差错',
    ko: '저희의 착오',
  },
};
