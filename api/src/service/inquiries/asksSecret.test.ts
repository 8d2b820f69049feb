import { expect, test } from '@jest/globals';
import { languages } from '@trellis/api-contract';
import { readyAnswerNames, readyAnswers } from '@trellis/api-contract/operator';
import { asksSecret } from './asksSecret.ts';

test.each([
  'Please send us your password.',
  'What’s your password?',
  'Thanks! Could you tell me the 6-digit code from your phone?',
  'Please provide:\n- your username\n- your recovery words',
  'SEND ME YOUR ｃｏｄｅ',
  'Give me your pass\u200Bword',
  'We need your seed phrase to go on.',
  'Reply with the code, please',
  '届いた認証コードを教えてください。',
  'パスワードをこちらにご記載ください。',
  '復元フレーズをお送りください。',
  'ﾊﾟｽﾜｰﾄﾞを教えてください',
  '请把验证码发给我们。',
  '您的密码是多少？',
  '请提供助记词',
  '인증번호를 알려 주세요.',
  '비밀번호를 여기에 적어 주세요',
  '복구 문구를 보내 주세요.',
  'OTP 6자리를 말씀해 주세요.',
])('%j asks', (text) => expect(asksSecret(text)).toBe(true));

test.each([
  'Please send us the transaction hash.',
  'Enter the code from your phone on the screen. Then tell us whether it worked.',
  'Please tell us the error code.',
  'Set a new password under Account.',
  'エラーコードを教えてください。',
  '画面でコードを入力してください。その後の表示をお知らせください。',
  '请告诉我们交易哈希。',
  '请在页面输入验证码。之后请告诉我们结果。',
  '트랜잭션 해시를 알려 주세요.',
  '암호화폐 주소를 알려 주세요.',
  '오류 코드를 알려 주세요.',
])('%j does not', (text) => expect(asksSecret(text)).toBe(false));

test.each(readyAnswerNames.flatMap((name) => languages.map((language) => [name, language] as const)))(
  'the ready answer %s in %s may be sent',
  (name, language) => expect(asksSecret(readyAnswers[name][language])).toBe(false),
);
