import { describe, expect, test } from '@jest/globals';
import { languages } from '@trellis/api-contract';
import { readyAnnouncements, readyAnswerNames, readyAnswers } from '@trellis/api-contract/operator';
import { AppError } from '../../ground/errors.ts';
import { refuseMisleading } from './refuseMisleading.ts';

/** What a text is refused with; `undefined`: it may be sent. */
function refusal(text: string): string | undefined {
  try {
    refuseMisleading('text', text, 'https://wallet.example');
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.fields?.[0]?.code;
  }
}

test.each([
  'Please send us your password.',
  'What’s your password?',
  'Thanks! Could you tell me the 6-digit code from your phone?',
  'Please provide:\n- your username\n- your recovery words',
  'SEND ME YOUR ｃｏｄｅ',
  'Give me your pass\u200Bword',
  'We need your seed phrase to go on.',
  'Reply with the code, please',
  'Read us the six digits that your phone shows now.',
  'Read out the six digits of your authenticator to our staff',
  'Send the c o d e to us',
  'Send us the p.a.s.s.w.o.r.d',
  'Reply with your c0de and passw0rd',
  'Tell us your p1n',
  'Send us your cоde',
  'Send us your códe',
  'Please send us the 6-digit number from Google Authenticator.',
  'Tell us the number your phone shows.',
  'Tell us what your authenticator shows.',
  'Text the six digits to us.',
  'Your code, please.',
  'Write your code here, and we go on.',
  'Type the digits in your reply.',
  'Your phone shows six digits. Send them to us.',
  'Don’t hesitate to send us your code.',
  'Never tell your code to anybody but our staff.',
  'Never share it with others, send us your password',
  'We never ask for your code, except when you tell it in this chat',
  '届いた認証コードを教えてください。',
  'パスワードをこちらにご記載ください。',
  '復元フレーズをお送りください。',
  'ﾊﾟｽﾜｰﾄﾞを教えてください',
  'アプリに表示された数字を教えてください。',
  '6桁の番号をこちらにお書きください。',
  'アプリの数字をご確認ください。それを教えてください。',
  'パスワードは当社以外に教えないで、こちらにお送りください。',
  '请把验证码发给我们。',
  '您的密码是多少？',
  '请提供助记词',
  '请把验 证 码告诉我们',
  '请告诉我们手机显示的六位数字。',
  '认证器上的数字发给我们',
  '不要犹豫，把验证码告诉我们',
  '请勿将验证码告诉他人，除了我们的客服',
  '인증번호를 알려 주세요.',
  '비밀번호를 여기에 적어 주세요',
  '복구 문구를 보내 주세요.',
  'OTP 6자리를 말씀해 주세요.',
  '앱에 보이는 숫자를 불러 주세요.',
  '인 증 번 호를 알려 주세요',
  '저희 외에는 인증번호를 알려 주지 마세요.',
])('%j asks for a secret', (text) => expect(refusal(text)).toBe('inquiry.asks_secret'));

test.each([
  'Please confirm your account at https://trellis-support.example/login today.',
  'See https://wallet.example.evil.org/deposit',
  'See https://wallet.example@evil.org',
  'See my-wallet.example',
  'See evil.org/https://wallet.example',
  'Go to evil。example',
  'Go to evil․example',
  'Go to ｅｖｉｌ．ｏｒｇ',
  'EVIL dot example',
  'Go to evil (dot) org',
  'evil [.] org',
  't . me / trellis_help',
  't.me/trellis_help',
  'hxxps evil',
  'Write to help@evil.org',
  'Write to @trellis_help',
  'help (at) evil',
  'evilドットcomをご覧ください',
  '请访问 evil点com',
  'evil닷컴 말고 evil 닷 com으로 오세요',
  'Go to 트렐리스.닷컴',
  'Contact us on Telegram: trellis_help',
  '微信で連絡してください',
  '请添加微信 trellis',
  '텔레그램으로 연락 주세요',
  'Call +1 555 0100',
  'Call us: 555 0100',
  '+819012345678',
  'お電話ください：03-1234-5678',
  '请致电 13800138000',
  '010-1234-5678로 연락 주세요',
  'Please move your USD to 0x8ba1f109551bD432803012645Ac136ddd64DBA72 until the repair is done.',
  'Send it to 0x8ba1f109 551bD432 803012645 Ac136ddd64DBA72',
  'Send it to 8ba1f109551bd432803012645ac136ddd64dba72',
  'Send it to bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  'Send it to bc1q ar0s rrr7 xfkv y5l6 43ly dnw9 re59 gtzz wf5m dq',
  'Send it to 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  'Send it to TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
])('%j leads away', (text) => expect(refusal(text)).toBe('inquiry.leads_away'));

describe('what is honest is sent', () => {
  test.each([
    'Please send us the transaction hash.',
    'The transaction is 0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd and has arrived.',
    'Please send us the last 6 digits of the transaction hash.',
    'Your deposit of 200 USDT arrives after 12 blocks.',
    'It is 1,250.50 USDT. 0.3 % of it is the fee, i.e. 3.75 USDT; e.g. of 1,000 it is 3.',
    'You received +1250.500000 USDT on 2026-11-27 at 09:00.',
    'See https://wallet.example/deposit, or wallet.example.',
    'We call 2026-11-27 the first day; your phone showed it on 2026-11-26.',
    'Your address 0x8ba1…BA72 is in the book.',
    'We never write to you on Telegram or WhatsApp.',
    'LINEや微信でご連絡することはありません。',
    'A red dot appears at the bell.',
    'Enter the code from your phone on the screen. Then tell us whether it worked.',
    'Enter the code from the mail in the app, never tell it to anybody.',
    'We never ask you for your code.',
    'Nobody of us will ever ask you for your password.',
    'Our staff will never ask for recovery words or a code.',
    'Please don’t share your recovery codes with anybody.',
    'Please tell us the error code.',
    'Set a new password under Account.',
    'Set up Google Authenticator under Account, Security. Write to us if it does not work.',
    'エラーコードを教えてください。',
    '画面でコードを入力してください。その後の表示をお知らせください。',
    '当社がパスワードやコードをお尋ねすることはありません。',
    '認証コードは誰にも教えないでください。',
    'リカバリーコードを他人と共有しないでください。',
    '200 USDTの入金は、12ブロック後に反映されます。BSCをご利用ください。',
    '请告诉我们交易哈希。',
    '请在页面输入验证码。之后请告诉我们结果。',
    '我们绝不会向您索要验证码。',
    '请勿将验证码告诉任何人。',
    '您的 200 USDT 充值将在 12 个区块后到账。我们支持BSC。',
    '트랜잭션 해시를 알려 주세요.',
    '암호화폐 주소를 알려 주세요.',
    '오류 코드를 알려 주세요.',
    '저희는 인증번호를 절대 묻지 않습니다.',
    '비밀번호를 누구에게도 알려 주지 마세요.',
    '입금을 확인했습니다.감사합니다.',
    '200 USDT 입금은 12블록 후에 반영됩니다.',
  ])('%j', (text) => expect(refusal(text)).toBeUndefined());

  test.each(readyAnswerNames.flatMap((name) => languages.map((language) => [name, language] as const)))(
    'the ready answer %s in %s',
    (name, language) => expect(refusal(readyAnswers[name][language])).toBeUndefined(),
  );

  test.each(Object.entries(readyAnnouncements))('the ready announcement %s', (_name, texts) => {
    for (const { title, text } of Object.values(texts))
      expect([refusal(title), refusal(text)]).toEqual([undefined, undefined]);
  });
});
