import { read } from './reading.ts';

const endings =
  'com|net|org|io|me|app|xyz|top|info|biz|site|online|live|link|page|dev|cc|co|eu|us|uk|jp|cn|kr|tw|hk|ru|example';
/** Ways to say where else to go: links in any spelling, addresses of mail and chat, telephones. */
const ways = [
  /:\/\/|www\.|\bh(?:tt|xx)ps?\b/,
  // In Korean and Chinese a sentence may begin without a space.
  /[\p{L}\p{N}]\.(?![\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}])\p{L}{2,}/u,
  /[\p{L}\p{N}][.。](?:한국|닷컴|닷넷|公司|网址|コム)/u,
  // In pieces, or with its dot in words: where no honest sentence has a space, or these words.
  new RegExp(`[a-z0-9] *[([{<]? *\\. *[)\\]}>]? *(?:${endings})\\b *(?:/|$)|[a-z0-9] +\\. *[a-z]{2,}`, 'm'),
  /[([{<] *(?:\.|dot|at|@) *[)\]}>]/,
  new RegExp(`[a-z0-9] *(?:\\bdot\\b|ドット|点|點|닷|쩜|점) *(?:${endings})\\b`),
  /(?<!\b(?:an?|the|one|each|no|this|that|decimal|red|green|blue|grey|gray|yellow))(?<=[a-z0-9]{2}) +dot +[a-z]{2,}/,
  /@ *[a-z_]/,
  /\+ ?\d{1,3}[ ()-]+\d(?:[ ()-]*\d){5,}|\+\d{9,15}(?![\d.])/,
  /(?<![\d.,-])0\d{1,4}[ -]\d{2,4}[ -]\d{3,4}(?![\d-])/,
  /\b(?:call|dial|ring|sms|tel|telephone|phone(?: us| number|:)|fax|whatsapp|telegram|wechat|kakao)[^\n]{0,24}?\d(?:[ ()-]*\d){5,}/,
  /(?:電話|テレ|電信|ライン|电话|致电|拨打|手机号|微信|电报|전화|연락처|텔레그램|카톡|카카오톡|qq)[^\n]{0,16}?\d(?:[ ()-]*\d){4,}/,
];

const chats =
  'telegram|whatsapp|wechat|kakao ?talk|discord|viber|messenger|テレグラム|ライン|微信|电报|텔레그램|카카오톡|카톡|라인';
/** To write somewhere else. To say that nobody of ours does is something else. */
const elsewhere = new RegExp(
  `\\b(?:contact|reach|write|message|add|chat|talk|join|find)\\b.{0,30}\\b(?:${chats})\\b|(?:加|联系|添加|使用).{0,8}(?:${chats})|(?:${chats}).{0,6}(?:で|に|로).{0,10}(?:連絡|追加|登録|연락|추가|문의)`,
);
const denial = /\b(?:not|never|don[’']?t|nobody|no one)\b|ません|ないで|不会|请勿|不要|않|마세요|마십시오/;

const date = /\b\d{4}-\d{2}-\d{2}\b/g;

/** What chains pay to, in letters of either case. A transaction has 64 digits and is none. */
const transaction = /(?<![0-9a-z])(?:0x)?[0-9a-f]{64}(?![0-9a-z])/gi;
const hexadecimal = /(?<![0-9a-z])(?:0\s*x(?:[\s._-]*[0-9a-f]){40,}|[0-9a-f]{40}(?![0-9a-z]))/i;
const bech32 =
  /(?<![0-9a-z])(?:[a-z]{2,10}1[ac-hj-np-z02-9]{38,}|(?:b\s*c|t\s*b)\s*1(?:[\s._-]*[ac-hj-np-z02-9]){30,})/i;
const base58 =
  /(?<![0-9A-Za-z])(?=[1-9A-Za-z]*[0-9])(?=[1-9A-Za-z]*[A-Z])(?=[0-9A-Z]*[a-z])[1-9A-HJ-NP-Za-km-z]{26,}(?![0-9A-Za-z])/;

const own = (host: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}.@_/-])(?:https?://)?${host.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:/[\\w/?=&%#-]*)?(?![\\p{L}\\p{N}@:\\\\-]|\\.[\\p{L}\\p{N}])`,
    'gu',
  );

/**
 * Whether a text that members read as ours leads them away from the product: by a link to anywhere else, an address of mail, chat or
 * telephone, or one of a chain. It is strict: what only warns of such an address leads there, too.
 * @param ownOrigin where the product is: a link there may stand
 */
export function leadsAway(text: string, ownOrigin?: string): boolean {
  const seen = ownOrigin === undefined ? read(text) : read(text).replace(own(new URL(ownOrigin).host), ' ');
  if (seen.split(/[.。!?\n]/).some((sentence) => elsewhere.test(sentence) && !denial.test(sentence))) return true;
  if (ways.some((way) => way.test(seen.replace(date, ' ')))) return true;
  const whole = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(transaction, ' ');
  return [hexadecimal, bech32, base58].some((address) => address.test(whole));
}
