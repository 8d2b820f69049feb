import type { Language } from '../../../languages.ts';

/** What all members have to be notified most in an incident. */
export const readyAnnouncementNames = ['payoutsPaused', 'depositsLate', 'partClosed', 'allGoesOn'] as const;
export type ReadyAnnouncementName = (typeof readyAnnouncementNames)[number];

/** Announcements that are at hand, whole in every language: nobody translates while something burns. They promise no time. */
export const readyAnnouncements: Readonly<
  Record<ReadyAnnouncementName, Readonly<Record<Language, { readonly title: string; readonly text: string }>>>
> = {
  payoutsPaused: {
    en: {
      title: 'Withdrawals are paused',
      text: 'We’ve paused withdrawals while we run a check. Your balance is not affected. You can still request withdrawals; we’ll send them once the check is done.',
    },
    jp: {
      title: '出金を一時停止しています',
      text: '確認のため、出金した資産の送付を一時停止しています。残高に影響はありません。出金の申請は引き続き可能で、確認が終わりしだい順に送付します。',
    },
    zh: {
      title: '提现已暂停',
      text: '我们正在进行核查，期间暂停转出。您的余额不受影响。您仍可申请提现，核查结束后会依次转出。',
    },
    ko: {
      title: '출금이 일시 중단되었습니다',
      text: '점검을 위해 출금 처리를 잠시 중단했습니다. 잔액에는 영향이 없습니다. 출금 신청은 계속할 수 있으며, 점검이 끝나면 차례로 처리해 드립니다.',
    },
  },
  depositsLate: {
    en: {
      title: 'Deposits take longer',
      text: 'A network is slow at the moment, so deposits are credited later than usual. What reached your address is not lost. Please don’t send it again.',
    },
    jp: {
      title: '入金の反映が遅れています',
      text: '現在ネットワークが混み合っており、入金の反映に通常より時間がかかっています。お客様のアドレスに届いた分は失われません。重ねて送付しないでください。',
    },
    zh: {
      title: '充值入账延迟',
      text: '目前有网络拥堵，充值入账比平时慢。已到达您地址的款项不会丢失，请勿重复转入。',
    },
    ko: {
      title: '입금 반영이 늦어지고 있습니다',
      text: '현재 네트워크가 느려 입금 반영이 평소보다 늦습니다. 회원님의 주소에 도착한 금액은 사라지지 않습니다. 다시 보내지 마세요.',
    },
  },
  partClosed: {
    en: {
      title: 'Part of the app is unavailable',
      text: 'We’ve turned off part of the app while we fix a problem. Everything else works as usual, and your balance is not affected.',
    },
    jp: {
      title: '一部の機能を停止しています',
      text: '修正のため、アプリの一部を停止しています。そのほかは通常どおりご利用いただけます。残高に影響はありません。',
    },
    zh: {
      title: '部分功能暂时关闭',
      text: '为修复问题，我们暂时关闭了应用的一部分。其他功能照常使用，您的余额不受影响。',
    },
    ko: {
      title: '일부 기능을 잠시 이용할 수 없습니다',
      text: '문제를 해결하는 동안 일부 기능을 중단했습니다. 그 외에는 평소처럼 이용할 수 있으며 잔액에는 영향이 없습니다.',
    },
  },
  allGoesOn: {
    en: {
      title: 'Everything works again',
      text: 'The check is done and everything works again. We’re sending the withdrawals that were waiting. Thank you for your patience.',
    },
    jp: {
      title: '通常どおりご利用いただけます',
      text: '確認が終わり、すべて通常どおりご利用いただけます。お待ちいただいていた出金は順に送付しています。お待ちいただき、ありがとうございました。',
    },
    zh: {
      title: '服务已恢复正常',
      text: '核查已结束，所有功能恢复正常。等待中的提现正在陆续转出。感谢您的耐心等待。',
    },
    ko: {
      title: '정상적으로 이용할 수 있습니다',
      text: '점검이 끝나 모든 기능을 평소처럼 이용할 수 있습니다. 대기 중이던 출금도 차례로 처리하고 있습니다. 기다려 주셔서 감사합니다.',
    },
  },
};
