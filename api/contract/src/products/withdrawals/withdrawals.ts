import type { Language } from '../../languages.ts';

/** What is sent, and on which chain: `USDT-TRON`. ON is open once it has a rate. */
export const payoutChains = ['BSC', 'TRON', 'BTC'] as const;
export type PayoutChain = (typeof payoutChains)[number];
export const payoutAssets = ['USDT', 'BTC', 'ON'] as const;
export type PayoutAsset = (typeof payoutAssets)[number];

/** The three that there are; a step says more. */
export const withdrawalStatuses = ['pending_review', 'approved', 'rejected'] as const;
export type WithdrawalStatus = (typeof withdrawalStatuses)[number];

/** Where it stands: `approved` is decided and not yet sent, `ended` is rejected or cancelled. */
export const withdrawalSteps = ['review', 'approved', 'sent', 'complete', 'ended'] as const;
export type WithdrawalStep = (typeof withdrawalSteps)[number];

/** What a queue of them shows: all that are open, those of one open step, or the ended ones, complete or not. */
export const withdrawalViews = ['open', 'review', 'approved', 'sent', 'ended'] as const;

/** What a timeline says. */
export const withdrawalEvents = [
  'submitted',
  'security_check',
  'review',
  'first_approval',
  'approved',
  'sent',
  'complete',
  'rejected',
] as const;

/** What makes somebody look twice. */
export const withdrawalRisks = [
  'newAddress',
  'firstWithdrawal',
  'large',
  'mostOfBalance',
  'securityChange',
  'velocity',
  'lookAlike',
] as const;
export type WithdrawalRisk = (typeof withdrawalRisks)[number];

/** Why a withdrawal is rejected, as far as the member is shown. */
export const rejectionCauses = [
  'cancelled',
  'addressProblem',
  'securityCheck',
  'identityCheck',
  'networkProblem',
  'other',
] as const;
export type RejectionCause = (typeof rejectionCauses)[number];

/** In these words screens, notices and mails say it. */
export const rejectionCauseTexts: Readonly<Record<RejectionCause, Readonly<Record<Language, string>>>> = {
  cancelled: {
    en: 'Cancelled by you',
    jp: 'お客様によるキャンセル',
    zh: '您已取消',
    ko: '회원님이 취소함',
  },
  addressProblem: {
    en: 'A problem with the address',
    jp: 'アドレスの問題',
    zh: '地址问题',
    ko: '주소 문제',
  },
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
  networkProblem: {
    en: 'A problem with the network',
    jp: 'ネットワークの問題',
    zh: '网络问题',
    ko: '네트워크 문제',
  },
  other: {
    en: 'Other (please contact support)',
    jp: 'その他（詳しくはサポートへお問い合わせください）',
    zh: '其他（请联系客服）',
    ko: '기타(고객센터에 문의해 주세요)',
  },
};

/** Causes that operators choose from: only members cancel. */
export const operatorRejections = /* @__PURE__ */ rejectionCauses.filter((cause) => cause !== 'cancelled');
