import type { Language } from '../../../languages.ts';

/** What members ask most. */
export const readyAnswerNames = [
  'depositMissing',
  'belowMinimum',
  'withdrawalInReview',
  'lostAuthenticator',
  'suspended',
  'packageReturn',
  'howToReachUs',
] as const;
export type ReadyAnswerName = (typeof readyAnswerNames)[number];

/**
 * Answers that are at hand, in the language of the member who reads them. They name screens and no figures: those are
 * on the screens, and may change.
 */
export const readyAnswers: Readonly<Record<ReadyAnswerName, Readonly<Record<Language, string>>>> = {
  depositMissing: {
    en: 'Hello. A deposit is credited after the confirmations of its network, usually within a few minutes. Please open Deposit: it shows whether we’ve detected yours and how many confirmations it has. If it isn’t there, check the address and network you used, and send us the transaction hash here. What reached your address is not lost.',
    jp: 'お問い合わせありがとうございます。入金は、ネットワークのブロック確認後、通常は数分で反映されます。「入金」の画面で、検出済みかどうかと、ブロック確認の回数をご覧いただけます。表示がない場合は、ご利用のアドレスとネットワークをお確かめのうえ、トランザクションハッシュをこちらにお書きください。お客様のアドレスに届いた分は失われません。',
    zh: '您好。充值经网络确认后入账，通常需要几分钟。请打开“充值”页面，查看充值是否已被检测到，以及确认数。如果没有显示，请核对您使用的地址和网络，并在此告诉我们交易哈希。已到达您地址的款项不会丢失。',
    ko: '안녕하세요. 입금은 네트워크 확인 후 보통 몇 분 안에 반영됩니다. 입금 화면에서 감지 여부와 확인 횟수를 볼 수 있습니다. 표시되지 않으면 사용하신 주소와 네트워크를 확인하시고, 거래 해시를 여기에 적어 주세요. 회원님의 주소에 도착한 금액은 사라지지 않습니다.',
  },
  belowMinimum: {
    en: 'Hello. Your deposit has arrived, but it is below the minimum, so it wasn’t credited. It is recorded and kept aside for you. You’ll find the minimum for each network on the Deposit screen. We’ll look at what can be done and answer here.',
    jp: 'お問い合わせありがとうございます。ご入金は届いていますが、最低入金額を下回るため反映されていません。お客様の分として別に保管しています。最低入金額は「入金」の画面に表示されています。対応を確認し、こちらでお返事します。',
    zh: '您好。您的充值已到达，但低于最低充值金额，因此没有入账。我们已记录并为您单独保管。各网络的最低金额显示在“充值”页面。我们会确认如何处理，并在这里回复您。',
    ko: '안녕하세요. 입금은 도착했지만 최소 금액 미만이어서 반영되지 않았습니다. 회원님의 금액으로 따로 보관하고 있습니다. 네트워크별 최소 입금액은 입금 화면에 표시됩니다. 처리 방법을 확인한 뒤 여기에서 알려 드리겠습니다.',
  },
  withdrawalInReview: {
    en: 'Hello. Your withdrawal is in review. Our team looks at each one before it is sent; the time left is shown with the withdrawal. The amount is held for you meanwhile. While it is pending review you can cancel it, and the amount returns to your balance.',
    jp: 'お問い合わせありがとうございます。出金は審査中です。担当者が1件ずつ確認してから送付します。残り時間は出金の画面に表示されています。その間、金額はお客様の分として確保されています。審査中はキャンセルでき、その場合、金額は残高に戻ります。',
    zh: '您好。您的提现正在审核中。工作人员会逐笔核对后再转出，剩余时间显示在该笔提现中。在此期间，这笔金额会为您保留。审核中可以取消，取消后金额会退回您的余额。',
    ko: '안녕하세요. 출금을 심사하고 있습니다. 담당자가 한 건씩 확인한 뒤 보내며, 남은 시간은 해당 출금에 표시됩니다. 그동안 금액은 회원님 몫으로 보류됩니다. 심사 중에는 취소할 수 있으며, 취소하면 금액이 잔액으로 돌아갑니다.',
  },
  lostAuthenticator: {
    en: 'Hello. If you still have your recovery codes, use one of them in place of your phone. If not, we can ask for Google Authenticator to be removed. Two people here check this, and then you have time to stop it: we e-mail you when it begins. Afterwards withdrawals, transfers and address changes are locked for a while, for your safety. Please write here that you want this.',
    jp: 'お問い合わせありがとうございます。リカバリーコードが残っている場合は、端末の代わりにご利用ください。残っていない場合は、Google 認証システムの解除を当社で申請できます。担当者2名が確認し、その後、お客様が取り消せる期間があります。開始時にはメールが届きます。解除後しばらくは、安全のため、出金・会員間送金・アドレスの変更がロックされます。ご希望の場合は、その旨をこちらにお書きください。',
    zh: '您好。如果您还保存着恢复码，可用它代替手机。如果没有，我们可以为您申请移除谷歌验证器。两位工作人员核对后，您会收到邮件，并有一段时间可以取消。移除后，为了您的安全，提现、转账和地址更改会锁定一段时间。如需办理，请在这里写明。',
    ko: '안녕하세요. 복구 코드를 보관하고 계시면 휴대폰 대신 사용할 수 있습니다. 없으면 Google OTP 해제를 저희가 신청할 수 있습니다. 담당자 두 명이 확인한 뒤 회원님이 취소할 수 있는 시간이 있으며, 시작될 때 이메일을 받게 됩니다. 해제 후에는 안전을 위해 출금, 회원 간 이체, 주소 변경이 일정 시간 잠깁니다. 신청을 원하시면 여기에 답장으로 알려 주세요.',
  },
  suspended: {
    en: 'Hello. Your account is suspended. You can still view everything and write to us, and your deposits are credited, but you can’t move money or receive transfers from other members. Open withdrawals are paused, not lost. The reason and the date are shown at the top of your wallet. We’ll answer here as soon as the check has ended.',
    jp: 'お問い合わせありがとうございます。現在、アカウントは利用停止中です。閲覧とお問い合わせはでき、入金も反映されますが、出金・会員間送金・交換などの操作と、ほかの会員からの送金の受け取りはできません。手続き中の出金は保留され、失われません。理由と日付はウォレットの上部に表示されています。確認が終わりしだい、こちらでお返事します。',
    zh: '您好。您的账户目前已停用。您仍可查看所有内容并联系我们，充值照常入账，但无法进行资金操作，也不能接收其他会员的转账。进行中的提现会暂停，不会丢失。原因和日期显示在钱包顶部。核查结束后，我们会在这里回复您。',
    ko: '안녕하세요. 현재 계정이 이용 정지된 상태입니다. 조회와 문의는 할 수 있고 입금도 반영되지만, 출금, 회원 간 이체, 교환 등은 할 수 없고 다른 회원의 이체도 받을 수 없습니다. 진행 중인 출금은 보류되며 사라지지 않습니다. 사유와 날짜는 지갑 위쪽에 표시됩니다. 확인이 끝나는 대로 여기에서 알려 드리겠습니다.',
  },
  packageReturn: {
    en: 'Hello. Your package is released in equal parts, one at the end of each loop. Open the package to see the date and the amount of the next release, and all loops that follow. What was released is USDP that you can exchange.',
    jp: 'お問い合わせありがとうございます。パッケージの代金は、ループが終わるたびに均等に解放されます。次の解放の日付と金額、その後のすべてのループは、パッケージの画面でご覧いただけます。解放された分は、交換可能なUSDPになります。',
    zh: '您好。套餐会在每期结束时等额释放给您。打开该套餐，即可查看下次释放的日期和金额，以及之后的各期。已释放的部分是可兑换的 USDP。',
    ko: '안녕하세요. 패키지 금액은 회차가 끝날 때마다 같은 금액씩 잠금이 해제됩니다. 다음 해제 날짜와 금액, 이후 모든 회차는 패키지 화면에서 볼 수 있습니다. 해제된 금액은 교환 가능한 USDP입니다.',
  },
  howToReachUs: {
    en: 'Hello. You reach us here, in your account under Contact support, in your own language. We answer here and send you a notification. We never start a chat anywhere else: anyone who writes or calls in our name isn’t us. E-mails from us carry the word you chose in your account.',
    jp: 'お問い合わせありがとうございます。当社へのご連絡は、アカウントの「サポートに問い合わせる」から、お使いの言語で承ります。回答はこちらに届き、お知らせでもご案内します。当社からこのアプリ以外の手段で会話を始めることはありません。当社の名前で届くメッセージや電話は、当社からのものではありません。当社からのメールには、お客様が設定した言葉が表示されます。',
    zh: '您好。请通过“账户”中的“联系客服”联系我们，可使用您自己的语言。我们会在这里回复，并以通知告知您。我们不会通过其他渠道主动联系您，凡以我们名义发消息或打电话的，均非我们。我们发出的邮件会显示您自己设定的词语。',
    ko: '안녕하세요. 계정의 ‘고객센터 문의하기’에서 회원님의 언어로 문의하실 수 있습니다. 답변은 이곳에 등록되며 알림으로 알려 드립니다. 저희는 다른 곳에서 먼저 대화를 시작하지 않습니다. 저희를 사칭하는 메시지나 전화에 주의해 주세요. 저희가 보낸 것이 아닙니다. 저희가 보내는 이메일에는 회원님이 정한 단어가 표시됩니다.',
  },
};
