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
      text: 'We are checking something and have paused payouts meanwhile. Your balance is not affected. You can still ask for withdrawals; they wait, and are sent once the check has ended.',
    },
    jp: {
      title: '出金を一時停止しています',
      text: '確認のため、送金を一時停止しています。残高に影響はありません。出金の申請は引き続き可能で、確認が終わりしだい順に送金します。',
    },
    zh: {
      title: '提现已暂停',
      text: '我们正在进行核查，期间暂停付款。您的余额不受影响。您仍可申请提现，核查结束后会依次发出。',
    },
    ko: {
      title: '출금이 일시 중단되었습니다',
      text: '확인을 위해 지급을 일시 중단했습니다. 잔액에는 영향이 없습니다. 출금 신청은 계속할 수 있으며, 확인이 끝나면 차례로 보냅니다.',
    },
  },
  depositsLate: {
    en: {
      title: 'Deposits take longer',
      text: 'A network is slow at the moment, so deposits are credited later than usual. What reached your address is not lost. Please don’t send it again.',
    },
    jp: {
      title: '入金の反映が遅れています',
      text: '現在ネットワークが混み合っており、入金の反映に通常より時間がかかっています。お客様のアドレスに届いた分は失われません。再送しないでください。',
    },
    zh: {
      title: '充值到账延迟',
      text: '目前有网络较慢，充值到账时间比平时长。已到达您地址的款项不会丢失，请勿重复转入。',
    },
    ko: {
      title: '입금 반영이 늦어지고 있습니다',
      text: '현재 네트워크가 느려 입금 반영이 평소보다 늦습니다. 회원님의 주소에 도착한 금액은 사라지지 않습니다. 다시 보내지 마세요.',
    },
  },
  partClosed: {
    en: {
      title: 'A part of the app is closed',
      text: 'We have closed a part of the app while we repair it. Everything else works as usual, and your balance is not affected.',
    },
    jp: {
      title: '一部の画面を停止しています',
      text: '修正のため、アプリの一部を停止しています。そのほかは通常どおりご利用いただけます。残高に影響はありません。',
    },
    zh: {
      title: '部分功能暂时关闭',
      text: '为修复问题，我们暂时关闭了应用的一部分。其他功能照常使用，您的余额不受影响。',
    },
    ko: {
      title: '일부 화면이 닫혀 있습니다',
      text: '수정하는 동안 앱의 일부를 닫았습니다. 그 외에는 평소처럼 이용할 수 있으며 잔액에는 영향이 없습니다.',
    },
  },
  allGoesOn: {
    en: {
      title: 'Everything works again',
      text: 'The check has ended and everything works as usual again. Withdrawals that waited are being sent. Thank you for your patience.',
    },
    jp: {
      title: '通常どおりご利用いただけます',
      text: '確認が終わり、すべて通常どおりご利用いただけます。お待ちいただいていた出金は順に送金しています。ご協力ありがとうございました。',
    },
    zh: {
      title: '一切恢复正常',
      text: '核查已结束，所有功能恢复正常。等待中的提现正在发出。感谢您的耐心。',
    },
    ko: {
      title: '정상적으로 이용할 수 있습니다',
      text: '확인이 끝나 모든 기능을 평소처럼 이용할 수 있습니다. 대기 중이던 출금을 보내고 있습니다. 기다려 주셔서 감사합니다.',
    },
  },
};
