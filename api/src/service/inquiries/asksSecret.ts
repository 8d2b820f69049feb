/** What only its owner may know. A code that tells nothing of them, such as of an error, is none. */
const secrets = [
  /\b(?:pass ?words?|pass ?codes?|pass ?phrases?|pins?|otps?|mnemonics?)\b/,
  /\b(?:recovery|seed|backup|secret) (?:words?|phrases?|keys?)\b|\bprivate keys?\b/,
  /(?<!\b(?:error|invitation|qr|country|reference|promo) )\bcodes?\b/,
  /パスワード|パスフレーズ|暗証番号|ワンタイム|秘密鍵|シード|ニーモニック|(?:復元|リカバリー).{0,4}(?:言葉|単語|フレーズ|キー)/,
  /(?<!エラー|招待|qr|国)コード/,
  /密码|口令|助记词|私钥|(?:验证|动态|恢复|备份|安全|防钓鱼)码|恢复(?:词|短语)/,
  /비밀번호|패스워드|암호(?!화)|인증 ?번호|otp|니모닉|시드|개인 ?키|복구 ?(?:구문|단어|문구|키)/,
  /(?<!오류|초대|qr|국가)(?<!(?:오류|초대|qr|국가) )코드/,
];

/** Words that ask to be given something. To enter a code on a screen of ours is nothing that is given to anybody. */
const askingWords = [
  /\b(?:send|tell|give|share|provide|forward|reply|answer|read out|hand over|dictate|screenshots?|photos?|pictures?)\b/,
  /\b(?:show|text|write|mail|e-mail|message) (?:it |them )?(?:to )?(?:us|me)\b|\b(?:we|i)(?:[’']ll| will)? need\b/,
  /\blet (?:us|me) (?:know|have)\b|\b(?:what is|what[’']s|what are) your\b|\bask(?:ing)? (?:you )?for\b/,
  /教えて|聞かせ|知らせ|送って|お送り|送信して|返信|伝えて|お伝え|提供|提出|記載して|ご記載|共有|何ですか|スクリーンショット/,
  /发给|发送给|发来|发我|发一下|告诉|告知|提供|回复|分享|给我|报给|说一下|是多少|是什么|截图/,
  /알려|보내|전송해|말씀해|회신|답장|답변해|제공해|공유해|적어|전달해|무엇인가요|뭐예요|캡처/,
];

/** A list after a colon belongs to its sentence; an empty line ends one. */
const sentenceEnd = /\.(?=\s|$)|[?!。]|\n\s*\n/;

/**
 * Whether some sentence of an answer asks its reader for a code, a password or recovery words, in any of our languages.
 * It is strict: a sentence that only warns of it is one, too. The screen where the answer is read warns by itself.
 */
export function asksSecret(text: string): boolean {
  // As it is read: letters in full width are the same, and what cannot be seen parts no word.
  const read = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase();
  const has = (words: readonly RegExp[], sentence: string) => words.some((word) => word.test(sentence));
  return read.split(sentenceEnd).some((sentence) => has(secrets, sentence) && has(askingWords, sentence));
}
