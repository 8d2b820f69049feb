import type { Language } from '../../languages.ts';

/** Why a member is suspended, as far as they are shown. */
export const suspensionCauses = [
  'securityCheck',
  'identityCheck',
  'termsBreach',
  'legalOrder',
  'ownRequest',
  'other',
] as const;
export type SuspensionCause = (typeof suspensionCauses)[number];

/** In these words screens, notices and mails say it. */
export const suspensionCauseTexts: Readonly<Record<SuspensionCause, Readonly<Record<Language, string>>>> = {
  securityCheck: {
    en: 'Security check of your account',
    jp: 'アカウントのセキュリティ確認',
    zh: '账户安全核查',
    ko: '계정 보안 점검',
  },
  identityCheck: {
    en: 'We need more information about you',
    jp: 'ご本人に関する追加情報の確認',
    zh: '需要您补充身份信息',
    ko: '추가 본인 확인 필요',
  },
  termsBreach: {
    en: 'Breach of the terms',
    jp: '規約への違反',
    zh: '违反条款',
    ko: '약관 위반',
  },
  legalOrder: {
    en: 'Order from an authority',
    jp: '公的機関の命令',
    zh: '主管机关要求',
    ko: '관계 기관의 명령',
  },
  ownRequest: {
    en: 'At your own request',
    jp: 'ご本人のご依頼',
    zh: '应您本人的要求',
    ko: '본인 요청',
  },
  other: {
    en: 'Other (please contact support)',
    jp: 'その他（詳しくはサポートへお問い合わせください）',
    zh: '其他（请联系客服）',
    ko: '기타(고객센터에 문의해 주세요)',
  },
};
