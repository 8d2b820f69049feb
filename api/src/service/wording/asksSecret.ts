import { read, spelled } from './reading.ts';

/** What only its owner may know. A code that tells nothing of them, such as of an error, is none. */
const secrets = [
  /\b(?:pass ?words?|pass ?codes?|pass ?phrases?|pins?|otps?|mnemonics?)\b/,
  /\b(?:recovery|seed|backup|secret) (?:words?|phrases?|keys?)\b|\b(?:private|set-?up) keys?\b/,
  /(?<!\b(?:error|invitation|qr|country|reference|promo) )\bcodes?\b/,
  // Of a transaction or an address, digits and numbers are no secret.
  /\bdigits?\b(?! of (?:the|your) (?:transaction|tx|hash|address|reference|record|amount|order))/,
  /\b(?:six|6)[ -]?(?:figures?|numbers?)\b|\bnumbers?\b.{0,40}\b(?:authenticator|phone|app) (?:shows?|displays?|says|gives?)\b/,
  /\bnumbers? (?:from|of|in|on) (?:your |the |google )*(?:authenticator|sms|text message|mail|e-mail|phone)\b/,
  /\bauthenticator\b.{0,30}\b(?:shows?|displays?|says|numbers?|qr)\b|\b(?:what|all) (?:your |the |google )*authenticator\b/,
  /\b(?:2fa|two-?factor|one-?time|verification|security|log-?in) (?:numbers?|tokens?|pass(?:es)?)\b/,
  /パスワード|パスフレーズ|暗証番号|ワンタイム|秘密鍵|シード|ニーモニック|(?:復元|リカバリー).{0,4}(?:言葉|単語|フレーズ|キー)/,
  /(?<!エラー|招待|qr|国)コード|(?:認証|確認|検証)(?:用の?)?(?:番号|数字)|[6六]桁|(?:アプリ|端末|スマホ|携帯|認証).{0,12}(?:数字|番号)/,
  /密码|密碼|口令|助记词|助記詞|私钥|私鑰|(?:验证|驗證|动态|動態|恢复|恢復|备份|安全|防钓鱼|校验|短信)(?:码|碼|代码|数字)|恢复(?:词|短语)/,
  /[6六] ?位(?:的)?(?:数|码|碼)|(?:验证器|认证器|手机|短信|应用).{0,10}数字|数字.{0,10}(?:验证器|手机)/,
  /비밀번호|패스워드|암호(?!화)|인증 ?(?:번호|숫자)|otp|니모닉|시드|개인 ?키|복구 ?(?:구문|단어|문구|키)|일회용/,
  /(?<!오류|초대|qr|국가)(?<!(?:오류|초대|qr|국가) )코드|(?:6|여섯) ?자리|(?:휴대폰|핸드폰|앱|인증기?|문자).{0,12}숫자/,
];

/** Words that ask to be given something. To enter a code on a screen of ours is nothing that is given to anybody. */
const askingWords = [
  /\b(?:send|tell|give|share|provide|forward|reply|answer|read (?:us|me|out|aloud|back)|hand (?:us|me|over)|pass (?:us|me|on)|dm|dictate|screenshots?|photos?|pictures?)\b/,
  /\b(?:show|text|write|mail|e-mail|message|submit|disclose|reveal|confirm) (?:it |them )?(?:to )?(?:us|me)\b|\b(?:we|i)(?:[’']ll| will)? (?:need|must have|want|require)\b/,
  /\blet (?:us|me) (?:know|have)\b|\b(?:what is|what[’']s|what are) your\b|\bask(?:ing)? (?:you )?for\b|\bto (?:us|me|our (?:staff|team|support))\b/,
  /\b(?:write|type|enter|put|post|paste|leave|note|state)\b.{0,40}\b(?:here|below|(?:in|into|to) (?:this|your|our) (?:chat|thread|inquiry|message|answer|reply))\b/,
  /^[^,]{0,40}\b(?:your|the)\b[^,]{0,40},? please\s*$/,
  /教えて|聞かせ|知らせ|送って|お送り|送信して|返信|伝えて|お伝え|提供|提出|記載して|ご記載|書いて|お書き|記入|読み上げ|見せて|共有|何ですか|スクリーンショット/,
  /发给|發給|发送|發送|发来|发我|发过来|发一下|告诉|告訴|告知|提供|回复|回覆|分享|给我|报给|报一下|念给|读给|写在这里|写给|说一下|是多少|是什么|截图/,
  /알려|보내|전송해|말씀해|회신|답장|답변해|제공해|공유해|적어|써 ?주|남겨|불러|읽어 ?주|보여 ?주|전달해|무엇인가요|뭐예요|캡처/,
];

/** Words that ask for what the sentence before has named. */
const askingForIt = [
  /\b(?:send|tell|give|read|reply with|answer with|share|show|forward|text|mail)\b (?:(?:us|me|out) )?(?:it|them|those|these|that one)\b/,
  /(?:それ|これ|その(?:数字|番号))を.{0,12}(?:教え|送|知らせ|伝え|書|読み)/,
  /(?:把|将)?(?:它|其|这个|这些)(?:们)?.{0,6}(?:发给|发送|告诉|告知|报给|念给)|(?:发给|告诉)我们(?:即可|就行)/,
  /(?:그것|그걸|이를|이것|그 ?숫자).{0,8}(?:알려|보내|적어|불러|읽어)/,
];

/** To warn is to name and not to ask: what is left of a warning asks for nothing. */
const warnings = [
  /\b(?:we|us|our (?:staff|team|support)|support|nobody|no one|none of us)\b[^,;:]{0,30}?\b(?:never|not|ever)\b (?:ever )?(?:ask(?:ing)?|need|request)(?: (?:you|anybody|anyone))?(?: for)?/g,
  /\b(?:we|they|support|staff) (?:don[’']?t|won[’']?t|wouldn[’']?t) (?:ever )?(?:ask|need|request)(?: you)?(?: for)?/g,
  /\b(?:never|do not|don[’']t) (?:ever )?(?:tell|send|give|share|show|forward|read out|hand over|provide)(?: (?:it|them))?\b/g,
  /(?:共有|提供|返信|提出|お伝え|お知らせ|お送り|教え|伝え|記入|ご?記載)(?:は)?(?:し)?(?:ないで|しないよう)/g,
  /(?:共有|提供|提出|返信|お伝え|お知らせ|お送り)(?:を|いただくよう)?(?:お願い|求め|依頼)(?:する|し|いただく)?(?:こと)?(?:は|も)?(?:ありません|いたしません|しません|ません)/g,
  /(?:请勿|切勿|不要|不会|绝不|从不|永不|切莫)[^，,;；：:犹担急客等怕忘]{0,14}?(?:告诉|告知|提供|发给|发送|分享|透露|泄露|回复|截图)/g,
  /(?:알려|보내|적어|말씀해|전달해|공유해|제공해|보여|읽어|불러) ?(?:주)?(?:시)?지 ?(?:마|말|않)/g,
];
/** With these a warning leaves somebody who may be told. */
const exceptions =
  /\b(?:but|except|other than|unless|apart from|besides|only|until)\b|以外|だけ|のみ|除いて|除了|除非|以外|只(?:能|有|需|要)|仅|외에|말고|제외|에게만|한테만/;

/** A list after a colon belongs to its sentence; an empty line ends one. */
const sentenceEnd = /\.(?=\s|$)|[?!。]|\n\s*\n/;

const has = (words: readonly RegExp[], sentence: string): boolean => words.some((word) => word.test(sentence));

const withoutWarning = (sentence: string): string =>
  exceptions.test(sentence) ? sentence : warnings.reduce((rest, warning) => rest.replace(warning, ' '), sentence);

function asks(text: string): boolean {
  const sentences = text.split(sentenceEnd);
  return sentences.some((sentence, place) => {
    if (!has(secrets, sentence)) return false;
    const next = sentences[place + 1] ?? '';
    return has(askingWords, withoutWarning(sentence)) || has(askingForIt, withoutWarning(next));
  });
}

/**
 * Whether some sentence of a text asks its reader for a code, a password or recovery words, in any of our languages and in any
 * spelling. What only warns of it may stand, unless it names somebody who may be told.
 */
export const asksSecret = (text: string): boolean => asks(read(text)) || asks(spelled(text));
