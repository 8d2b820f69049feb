import type { Language } from '@trellis/api-contract';

/** A thing has one word in each language. This is a word that it must not have. */
export interface OtherWord {
  /** The word of the thing. */
  readonly say: string;
  readonly never: RegExp;
  /** A text that says it wrong: proves that `never` finds it. */
  readonly wrong: string;
}

const row = (say: string, never: RegExp, wrong: string): OtherWord => ({ say, never, wrong });

/** A network is named as its explorers do, with the standard of its addresses behind it, in every language. */
const otherNetwork = /(?:BEP|TRC)-?20 ?[(（]|BNB|Binance|\bTron\b/;

/** Words that are in nobody's texts: for each, what the product says instead. */
export const otherWords: Readonly<Record<Language, readonly OtherWord[]>> = {
  en: [
    row('BSC (BEP20), TRON (TRC20)', otherNetwork, 'BNB Smart Chain, 15 confirmations'),
    row('two-factor authentication', /second (?:step|factor)|two-step|\b2FA\b/i, 'your second step'),
    row('Google Authenticator', /Google (?:verification|auth\b)|authenticator app/i, 'Google verification is on'),
    row('set up, turned on', /\b(?:un)?b(?:ind|ound|inding)\b/i, 'Bind your phone'),
    row('turn on, turn off', /\bswitch(?:ed|es)? (?:on|off)\b|\b(?:en|dis)able/i, 'It is switched off'),
    row('passkey', /\bpass key|security key/i, 'Add a security key'),
    row('recovery code', /\bbackup code|rescue code/i, 'Your backup codes'),
    row('anti-phishing code', /(?<!anti-)phishing/i, 'Your phishing code'),
    row('log in, log out, login', /\bsign(?:s|ed|ing)?[ -](?:in|out)\b|\blog(?:ged)? on\b/i, 'You signed in'),
    row('register', /\bsign(?:ed)?[ -]?up\b|create an account/i, 'Sign up here'),
    row('username', /\buser name|\bnickname|\buser id\b/i, 'Your user name'),
    row('e-mail', /(?<!e-)\bmails?\b|\bemail/i, 'We sent a mail'),
    row('freeze', /\b(?:stop|stopped|close|closed|block|blocked) (?:my|your|this|the) account/i, 'Stop my account'),
    row('suspended', /\b(?:banned|deactivated|disabled|blocked)\b/i, 'Your account is blocked'),
    row('record', /\bhistory\b/i, 'Your history'),
    row('notification', /\balerts?\b|\bnotices? (?:about|for)\b/i, 'Turn on alerts'),
    row('reference', /\btransaction id|receipt number/i, 'Transaction ID'),
    row('address book', /(?<!address )\bbook\b/i, 'Add it to your book'),
    row('recipient', /\b(?:beneficiary|payee)\b/i, 'The payee'),
    row('rate', /\bquote[sd]?\b/i, 'Your quote'),
    row('fee', /\b(?:charges|commission)\b/i, 'No charges'),
    row('calculated', /\bcomput(?:e|ed|ing)\b/i, 'How it is computed'),
    row('right away', /\bat once\b|\bimmediately\b/i, 'It ends at once'),
    row('if it wasn’t you', /if (?:it|this) was not you/i, 'If it was not you'),
    row('someone, nobody', /\bsomebody\b/i, 'Somebody else'),
    row('can be used from', /\busable\b/i, 'New address: usable from'),
    row('reserved', /\bearn(?:s|ed|ing|ings)?\b|\bguarantee|\binterest\b/i, 'You earned 5 USD'),
    row('our team', /\boperators?\b|\bour staff\b/i, 'An operator will answer'),
    row('’', /\w'\w/, "Don't"),
    row('“ ”', /"/, 'The passkey "My phone"'),
  ],
  jp: [
    row('BSC (BEP20), TRON (TRC20)', otherNetwork, 'BEP20 (BSC)'),
    row('二段階認証', /二要素|2要素|2段階|二段階(?!認証)/, '二要素認証'),
    row('Google 認証システム', /Google ?Authenticator|グーグル|Google認証/, 'Google Authenticatorで読み取る'),
    row('オンにする、オフにする', /有効化|無効化/, '有効化してください'),
    row('リカバリーコード', /リカバリコード|復旧コード|バックアップコード/, '復旧コード'),
    row('フィッシング対策コード', /フィッシング(?!対策)/, 'フィッシング防止コード'),
    row('ログイン、ログアウト', /サイン(?:イン|アウト|アップ)|ログオ[ンフ]/, 'サインインする'),
    row('ユーザー名', /ユーザ(?!ー)|ユーザーID|ニックネーム/, 'ユーザ名'),
    row('メール', /Eメール|電子メール|イーメール/, '電子メールを送信'),
    row('端末', /デバイス|機器/, '新しいデバイス'),
    row('凍結、利用停止', /アカウント[をがは]?停止|アカウントの停止|ブロックされ/, 'アカウントを停止する'),
    row('お知らせ', /(?<!プッシュ)通知/, '通知を開く'),
    row('履歴', /(?<!に)記録(?![さしす])|取引履歴/, 'ご自身の記録'),
    row('取引内容', /領収|レシート/, 'レシートを共有'),
    row('照会番号', /参照番号|リファレンス|受付番号/, '参照番号'),
    row('ステータス', /状態|(?<!進行)状況/, '現在の状態'),
    row('アドレス帳', /アドレスブック|アドレス台帳|連絡先/, 'アドレスブック'),
    row('送金先', /受取人|宛先/, '受取人'),
    row('手数料', /料金|(?<!ロ)フィー/, '料金'),
    row('上限額', /限度額/, '1日の限度額'),
    row('レート', /為替|相場|見積/, '為替レート'),
    row('明細書', /ステートメント|計算書/, '月次ステートメント'),
    row('サポート', /ヘルプデスク|カスタマー/, 'カスタマーサービス'),
    row('担当者、運営者', /オペレーター?|スタッフ/, 'オペレーターが確認します'),
    row('当社', /当方|弊社|我々/, '弊社のメール'),
    row('お客様', /あなた|顧客/, 'あなたの残高'),
    row('確保', /保証|利息|利子|稼/, '利息'),
    row('。', /[！!]/, '完了しました！'),
    row('（）、：、？', /[ぁ-んァ-ヶ一-龠々ー][,:;?()]|[,:;?()][ぁ-んァ-ヶ一-龠々]/, '理由: 審査'),
  ],
  zh: [
    row('BSC (BEP20), TRON (TRC20)', otherNetwork, 'TRC20 (TRON)'),
    row('两步验证', /双重|双因素|两步认证|二次验证|二步/, '双重验证'),
    row('谷歌验证器', /Google|谷歌验证(?!器)|谷歌认证/i, 'Google 验证'),
    row('绑定、开启、关闭', /启用|禁用|打开谷歌/, '启用谷歌验证器'),
    row('通行密钥', /(?<!通行)密钥登录|通行秘钥|安全密钥/, '安全密钥'),
    row('恢复码', /恢复代码|备份码|备用码|恢复密钥/, '备份码'),
    row('防钓鱼码', /反钓鱼|防钓鱼(?!码)/, '反钓鱼码'),
    row('登录、退出登录', /登陆|登出|注销|登入/, '登陆'),
    row('用户名', /用户名称|昵称|用户ID/, '昵称'),
    row('账户', /帐[户号]|账号/, '您的账号'),
    row('邮箱、邮件', /电子邮件|电邮|邮件地址/, '电子邮件'),
    row('停用', /封禁|封号|停权|吊销/, '账户被封禁'),
    row('处理中', /挂起|待处理|待定/, '待处理'),
    row('记录', /历史/, '交易历史'),
    row('通知', /(?:新|站内|系统)消息|提醒/, '新消息'),
    row('回执', /收据|凭证|小票/, '收据'),
    row('参考编号', /(?<!参考)编号|流水号|单号/, '交易流水号'),
    row('状态', /狀態|状况/, '账户状况'),
    row('地址簿', /地址本|通讯录|地址薄/, '地址本'),
    row('收款人', /收件人|受益人|接收人/, '接收人'),
    row('充值', /充币|存款|(?<!输)入金/, '充币'),
    row('提现', /提币|取款|出金|提款/, '提币'),
    row('手续费', /费用|服务费|佣金/, '费用'),
    row('汇率', /费率|报价|兑换率/, '报价'),
    row('对账单', /结单|月结|(?<!对)账单/, '月结单'),
    row('质押', /抵押|锁仓/, '抵押'),
    row('客服', /客户服务|支持团队|支持人员|客户支持/, '客户服务'),
    row('工作人员、运营方', /操作员|运营人员|运营商|管理员工/, '操作员'),
    row('预留', /保证|利息|赚/, '保证收益'),
    row('您', /你|亲爱|哦/, '你的余额'),
    row('。', /[！!]/, '完成！'),
    row('，：？（）', /\p{Script=Han}[,:;?()]|[,:;?()]\p{Script=Han}/u, '完成,请稍候'),
    row('24 小时', /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u, '24小时'),
  ],
  ko: [
    row('BSC (BEP20), TRON (TRC20)', otherNetwork, 'BEP20 (BNB Smart Chain)'),
    row('2단계 인증', /이중 ?인증|2차 인증|2단계 확인|투팩터/, '이중 인증'),
    row('Google OTP', /Google Authenticator|구글|Google 인증/, '구글 인증기'),
    row('켜기, 끄기', /활성화/, '활성화해 주세요'),
    row('복구 코드', /백업 코드|복구코드|복구 키/, '백업 코드'),
    row('피싱 방지 코드', /피싱(?! 방지)|안티피싱/, '안티피싱 코드'),
    row('로그인, 로그아웃', /로그온|로그오프|사인 ?[인아]|접속 종료/, '로그온'),
    row('회원 가입', /회원가입|회원 등록|계정 만들기/, '회원가입'),
    row('아이디', /사용자 ?이름|사용자명|유저|닉네임/, '사용자 이름'),
    row('이메일', /(?<!이)메일(?!함)|전자 ?우편/, '메일로 보냅니다'),
    row('인증번호', /인증 코드|인증코드|확인 코드|인증 번호/, '인증 코드'),
    row('기기', /디바이스|단말/, '새 디바이스'),
    row('휴대폰', /휴대전화|핸드폰|스마트폰/, '휴대전화'),
    row('이용 정지', /(?<!이용(?:이|을)? ?)정지|차단/, '계정이 정지되었습니다'),
    row('내역', /이력|(?<!거래 )기록(?![되됩하합])|히스토리/, '거래 이력'),
    row('알림', /통지|공지|안내문/, '통지'),
    row('거래 내용', /영수증/, '영수증'),
    row('참조 번호', /조회 번호|참고 번호|거래 번호|접수 번호/, '거래 번호'),
    row('주소록', /주소장|연락처|주소 책/, '주소장'),
    row('받는 회원', /수취인|수신자|받는 사람|수신인/, '수취인'),
    row('회원 간 이체', /송금|회원간/, '송금'),
    row('출금', /인출/, '인출'),
    row('교환', /환전|스왑/, '환전'),
    row('수수료', /요금|비용/, '비용'),
    row('환율', /시세|견적/, '견적'),
    row('명세서', /정산서|내역서/, '월별 내역서'),
    row('고객센터, 고객 문의', /고객 ?지원|고객 센터|상담/, '고객 지원'),
    row('담당자, 운영자', /운영진|직원|오퍼레이터/, '직원이 확인합니다'),
    row('회원님', /당신|고객님|귀하/, '고객님의 잔액'),
    row('확보', /보장|이자(?! 율)/, '수익 보장'),
    row('해 주세요', /십시오|하시겠습니까/, '확인해 주십시오'),
    row('조사는 하나만', /이\(가\)|을\(를\)|은\(는\)|\(으\)로|와\(과\)/, '{name}을(를)'),
    row('‘ ’', /[“”]/, '주소록의 “집”'),
    row('.', /[！!]/, '완료되었습니다!'),
  ],
};

/** One text of the product, and where it stands. */
export interface Said {
  readonly file: string;
  readonly key: string;
  readonly text: string;
}

/** A text that keeps another word, and why it may. */
export interface Exception {
  readonly file: RegExp;
  /** Of the keys in that file; absent for all of them. */
  readonly key?: RegExp;
  /** The whole text; absent for any. */
  readonly text?: string;
  /** The word that it has another word for; absent for any. */
  readonly say?: string;
  readonly why: string;
}

/** Every text that has another word for a thing, one sentence each. */
export function otherWordsIn(
  said: readonly Said[],
  words: readonly OtherWord[],
  exceptions: readonly Exception[] = [],
): string[] {
  const faults: string[] = [];
  for (const { file, key, text } of said)
    for (const { say, never } of words) {
      const found = never.exec(text.replace(/\{\w+\}/g, '{}'))?.[0];
      if (found === undefined) continue;
      const isExcepted = exceptions.some(
        (each) =>
          each.file.test(file) &&
          (each.key?.test(key) ?? true) &&
          (each.text === undefined || each.text === text) &&
          (each.say === undefined || each.say === say),
      );
      if (!isExcepted) faults.push(`${file} ${key}: "${found}", where the product says ${say}: ${text}`);
    }
  return faults;
}
