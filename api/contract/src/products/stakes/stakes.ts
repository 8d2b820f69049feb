import type { Language } from '../../languages.ts';

/** What becomes of a stake as its term ends: all of it is staked again, the profit is paid out, or all of it is. */
export const [restakeAll, restakePrincipal, redeem] = [1, 2, 3] as const;
export const maturityOptions = [restakeAll, restakePrincipal, redeem] as const;
export type MaturityOption = (typeof maturityOptions)[number];

/** Where the profit goes while the principal is staked again; what is redeemed goes to the address. */
export const maturityPayees = ['balance', 'address'] as const;
export type MaturityPayee = (typeof maturityPayees)[number];

/** Where a payout of a stake can be sent: distinguished by the form of the address. */
export const stakePayoutChains = ['BSC', 'TRON'] as const;
export type StakePayoutChain = (typeof stakePayoutChains)[number];

/** How a contract stands, in the words of the specification: `pending` is 'applied'. */
export const stakeStatuses = ['ongoing', 'pending', 'ended'] as const;
export type StakeStatus = (typeof stakeStatuses)[number];

export const terminationStatuses = ['none', 'applied', 'terminated'] as const;
export type TerminationStatus = (typeof terminationStatuses)[number];

/** What happens to a contract. */
export const stakeEvents = [
  'started',
  'chosen',
  'unchosen',
  'unlocked',
  'renewed',
  'profit_paid',
  'profit_applied',
  'applied',
  'paid',
  'returned',
  'ended',
] as const;
export type StakeEventKind = (typeof stakeEvents)[number];

/** Why a contract waits, or why its profit went to the balance in place of the address. */
export const maturityReasons = [
  'no_choice',
  'choice_too_late',
  'suspended',
  'locked',
  'address',
  'usd_first',
  'below_minimum',
  'closed',
  'reward',
  'days',
  'fee',
] as const;
export type MaturityReason = (typeof maturityReasons)[number];

/** What a withdrawal takes from: what a member has, all of a contract, its profit, or a deposit that goes back. */
export const withdrawalOrigins = ['balance', 'stake_close', 'stake_profit', 'deposit_return'] as const;
export type WithdrawalOrigin = (typeof withdrawalOrigins)[number];

/** Whether what is rejected or cancelled is in the balance again; a contract, or a deposit that was in suspense, stands as before. */
export const goesToBalance = (origin: WithdrawalOrigin): boolean => origin === 'balance' || origin === 'stake_profit';

type Texts = Readonly<Record<Language, string>>;

/** What is to become of a contract, in one line; 0: nothing was chosen. In these words notices and mails say it. */
export const maturityOptionTexts: Readonly<Record<MaturityOption | 0, Texts>> = {
  0: {
    en: 'it unlocks, with no reward until you choose',
    jp: 'ロックを解除（選択されるまで報酬なし）',
    zh: '解锁，选择之前不产生奖励',
    ko: '잠금 해제(선택하실 때까지 보상 없음)',
  },
  [restakeAll]: {
    en: 'principal and profit are staked for another term',
    jp: '元本と利益を次の期間も継続してステーキング',
    zh: '本金和收益继续质押一期',
    ko: '원금과 수익을 다음 기간에도 계속 스테이킹',
  },
  [restakePrincipal]: {
    en: 'the profit is paid out, the principal is staked for another term',
    jp: '利益を出金し、元本は次の期間も継続してステーキング',
    zh: '提取收益，本金继续质押一期',
    ko: '수익은 출금하고 원금은 다음 기간에도 계속 스테이킹',
  },
  [redeem]: {
    en: 'all of it is paid out, and the agreement ends',
    jp: '全額を出金し、契約を終了',
    zh: '提取全部金额并终止协议',
    ko: '전액을 출금하고 계약을 종료',
  },
};

/** Why a contract waits, in words that say what can be done about it. */
export const maturityReasonTexts: Readonly<Record<MaturityReason, Texts>> = {
  no_choice: {
    en: 'You hadn’t made a choice.',
    jp: '満期時の取り扱いが選択されていませんでした。',
    zh: '您尚未作出选择。',
    ko: '만기 처리 방법을 선택하지 않으셨습니다.',
  },
  choice_too_late: {
    en: 'You chose after the deadline.',
    jp: '締め切り後の選択だったため、適用されませんでした。',
    zh: '您的选择晚于截止时间。',
    ko: '선택 마감 시각이 지난 뒤에 선택하셨습니다.',
  },
  suspended: {
    en: 'Your account is suspended, so nothing was paid out.',
    jp: 'アカウントが利用停止中のため、払い出しは行われませんでした。',
    zh: '您的账户已停用，因此未转出。',
    ko: '계정 이용이 정지되어 지급하지 않았습니다.',
  },
  locked: {
    en: 'A security lock was on, so nothing was paid out.',
    jp: 'セキュリティロック中のため、払い出しは行われませんでした。',
    zh: '因处于安全锁定期，资金未转出。',
    ko: '보안 잠금 중이어서 지급하지 않았습니다.',
  },
  address: {
    en: 'The address could not be used. Choose another.',
    jp: 'アドレスを使用できませんでした。別のアドレスを選んでください。',
    zh: '该地址无法使用，请选择其他地址。',
    ko: '주소를 사용할 수 없었습니다. 다른 주소를 선택해 주세요.',
  },
  usd_first: {
    en: 'Your USD hadn’t all been withdrawn. Withdraw all USD first.',
    jp: 'USDがすべて出金されていませんでした。先にUSDをすべて出金してください。',
    zh: '您的 USD 尚未全部提现。请先将全部 USD 提现。',
    ko: 'USD가 모두 출금되지 않았습니다. 먼저 USD를 모두 출금해 주세요.',
  },
  below_minimum: {
    en: 'It was below the minimum withdrawal, so it’s in your USD balance.',
    jp: '最低出金額に満たないため、USD残高に反映しました。',
    zh: '金额低于最低提现金额，已转入您的 USD 余额。',
    ko: '최소 출금액보다 적어 USD 잔액으로 들어갔습니다.',
  },
  closed: {
    en: 'Another term is not available in your country.',
    jp: 'お住まいの国・地域では次の期間をご利用いただけません。',
    zh: '您所在的国家/地区暂不提供下一期质押。',
    ko: '거주 국가에서는 다음 기간을 이용할 수 없습니다.',
  },
  reward: {
    en: 'The minimum reward you accepted could not be reserved for another term.',
    jp: '次の期間に、お客様が承諾された最低額の報酬を確保できませんでした。',
    zh: '下一期无法预留您接受的最低奖励。',
    ko: '다음 기간에는 선택하신 최소 보상을 확보하지 못했습니다.',
  },
  days: {
    en: 'A term has another length now. Choose again.',
    jp: '期間の日数が変わりました。もう一度お選びください。',
    zh: '期限天数已变化，请重新选择。',
    ko: '기간의 일수가 바뀌었습니다. 다시 선택해 주세요.',
  },
  fee: {
    en: 'The fee of the payout is higher now. Choose again.',
    jp: '払い出し手数料が上がりました。もう一度お選びください。',
    zh: '提现手续费已上调，请重新选择。',
    ko: '지급 수수료가 올랐습니다. 다시 선택해 주세요.',
  },
};
