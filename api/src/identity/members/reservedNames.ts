/** What those who work for a product are called: a member's name is not made of it. */
const roles = [
  ...['admin', 'admins', 'administrator', 'administration', 'sysadmin', 'operator', 'operators', 'root', 'system'],
  ...['support', 'official', 'security', 'help', 'helpdesk', 'helpline', 'hotline', 'service', 'servicedesk', 'staff'],
  ...['moderator', 'treasury', 'treasurer', 'compliance', 'billing', 'noreply', 'postmaster', 'webmaster'],
  ...['customercare', 'clientcare', 'membercare', 'usercare', 'callcenter', 'callcentre', 'contactus'],
  // Customer service, and official, in Chinese.
  ...['kefu', 'guanfang'],
];
/** What is written alongside these, and says no more. */
const additions = [
  ...[
    'desk',
    'team',
    'care',
    'customer',
    'client',
    'member',
    'user',
    'account',
    'office',
    'officer',
    'center',
    'centre',
  ],
  ...['online', 'chat', 'live', 'line', 'agent', 'bot', 'dept', 'department', 'global', 'group', 'hq', 'app', 'pay'],
  ...[
    'payment',
    'payments',
    'wallet',
    'staking',
    'stake',
    'crypto',
    'coin',
    'finance',
    'mail',
    'email',
    'info',
    'news',
  ],
  ...['contact', 'tech', 'technical', 'it', 'main', 'chief', 'head', 'vip', 'pro', 'the', 'my', 'our', 'your', 'real'],
  ...['inc', 'ltd', 'corp', 'company', 'cn', 'jp', 'kr', 'ko', 'tw', 'hk', 'us', 'uk', 'eu', 'asia', 'world'],
];
/** A product's name this long is in no other word; a shorter one is reserved as a role is. */
const longName = 5;

/** What letters are written as, to look like them. */
const lookAlikes: Readonly<Record<string, string>> = {
  o: '[o0]',
  i: '[il1]',
  l: '[il1]',
  s: '[s5]',
  m: '(?:m|rn)',
  w: '(?:w|vv)',
};
const looksLike = (word: string): string => [...word].map((letter) => lookAlikes[letter] ?? letter).join('');

/** Names that pass for the product, or for those who work for it. */
export class ReservedNames {
  readonly #productName: RegExp | undefined;
  readonly #roles: RegExp;

  /** @param productName what members call the product */
  constructor(productName: string) {
    const name = productName.toLowerCase().replace(/[^a-z0-9]/g, '');
    this.#productName = name.length >= longName ? new RegExp(looksLike(name)) : undefined;
    const reserved = (name === '' || this.#productName ? roles : [...roles, name]).map(looksLike).join('|');
    const more = `(?:[0-9]|${additions.map(looksLike).join('|')}|${reserved})*`;
    this.#roles = new RegExp(`^${more}(?:${reserved})${more}$`);
  }

  /**
   * Whether a name has the product's in it, or consists of roles, what is usually written alongside them, and digits: in
   * whatever look-alike letters. A role inside another word is none: `badminton`, `groot` and `staffan` are names.
   */
  has(username: string): boolean {
    const name = username.toLowerCase();
    return this.#productName?.test(name) === true || this.#roles.test(name);
  }
}
