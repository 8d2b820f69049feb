import { z } from 'zod';
import type { OperatorPolicy } from '../../../audiences/operator/endpoint.ts';
import type { ErrorCode } from '../../../errors/errorCatalogue.ts';
import { lockCauses, memberActions } from '../../../identity/security/actions.ts';
import { packageLevels } from '../../../products/packages/packageLevels.ts';
import { type DisplayCurrency, displayCurrencies } from '../../../products/wallet/displayCurrencies.ts';
import type { Unit } from '../../../units.ts';

const format: ErrorCode = 'field.format';
const range: ErrorCode = 'field.range';
const decimal = (pattern: RegExp) => z.string().regex(pattern, { error: format });

/** An amount in whole units of what the key says. */
const amount = decimal(/^(?:0|[1-9][0-9]{0,11})(?:\.[0-9]{1,8})?$/).meta({ example: '12.50' });
const positive = amount.refine((text) => /[1-9]/.test(text), { error: range });
/** Of what is moved, with at most four digits behind the point. */
const percent = decimal(/^(?:0|[1-9][0-9]?)(?:\.[0-9]{1,4})?$/).meta({ example: '0.3' });
const seconds = z.int().min(1);
const hours = z.int().min(1).max(720);

/** A kind of rule: which there are, what is in one, and who sets it. */
export interface RuleSubjectEntry {
  /** What it decides. */
  readonly about: string;
  /** Who sets it, alongside the policy of the endpoint. */
  readonly policy: OperatorPolicy;
  /** It comes into force when another of these has approved it. The database has the same list: `rule_second_person`. */
  readonly secondPerson?: true;
  /** It moves money, or says what it is worth: one person changes it by a tenth a day. In the database: `rule_of_money`. */
  readonly ofMoney?: true;
  /** Those that there are; `all` where there is one for everybody. */
  readonly keys: readonly [string, ...string[]];
  /** The fields with an amount, which is a decimal on the wire and a `bigint` of minor units inside. */
  readonly amounts: readonly string[];
  /** The unit of the amounts of a key. */
  readonly unitOf?: (key: string) => Unit;
  /** Checks what is set, draws the form for it and says its type. */
  readonly value: z.ZodObject<Record<string, z.ZodType<string | number | boolean | null>>>;
}

const subject = <
  const Key extends string,
  const Amount extends keyof z.infer<Value> & string,
  Value extends z.ZodObject,
>(entry: {
  readonly about: string;
  readonly policy: OperatorPolicy;
  readonly secondPerson?: true;
  readonly ofMoney?: true;
  readonly keys: readonly [Key, ...Key[]];
  readonly amounts: readonly Amount[];
  readonly unitOf?: (key: string) => Unit;
  readonly value: Value;
}) => entry;

const all: readonly ['all'] = ['all'];
/** What is no number is said for its own field: rules over several are looked at also alongside a wrong one. */
const isAtMost = (least: string, most: string): boolean =>
  ![least, most].every((text) => /^[0-9.]+$/.test(text)) || micro(least) <= micro(most);
const isOnceEach = (names: readonly string[]): boolean => new Set(names).size === names.length;
/** Of any unit: none has more than eight decimals. */
function micro(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(8, '0'));
}

/**
 * Everything that operators set, and nothing else: every number of the product's rules that is no fact of a protocol. A
 * new subject is an entry here and the first row of each of its keys in a migration; where it takes a second person, a
 * line in the view `rule_second_person`, and where it is of money, one in `rule_of_money` (the start compares them); and where SQL reads it, a function with its types alongside `rule_at`. A field that comes later is `.default()` or `.optional()`: rules of before stay.
 * A field's name has one word in the console, whatever its subject (`entries` is `Addresses of a member`): what is another thing has
 * another name.
 */
export const ruleSubjects = {
  limit: subject({
    about: 'The least, the most and the most a day of an operation, and its fee',
    policy: 'treasury',
    ofMoney: true,
    keys: [
      'transfer-USD',
      'exchange-USDP',
      'exchange-USD',
      'exchange-USDT',
      'withdrawal-USD',
      'withdrawal-USDT',
      'deposit-USDT',
    ],
    amounts: ['minimum', 'maximum', 'dayMaximum', 'fee'],
    unitOf: (key) => key.split('-')[1] as Unit,
    value: z
      .strictObject({ minimum: positive, maximum: amount, dayMaximum: amount, fee: amount })
      .refine(({ minimum, maximum }) => isAtMost(minimum, maximum), { path: ['maximum'], error: range })
      .refine(({ maximum, dayMaximum }) => isAtMost(maximum, dayMaximum), { path: ['dayMaximum'], error: range }),
  }),
  exchangeFee: subject({
    about: 'What an exchange costs, in percent of what it gives',
    policy: 'treasury',
    ofMoney: true,
    keys: ['USDP-USD', 'USD-USDT', 'USDT-USD'],
    amounts: [],
    value: z.strictObject({ percent }),
  }),
  withdrawalFee: subject({
    about: 'What sending an asset on a chain costs, in that asset; only what has a fee is paid out',
    policy: 'treasury',
    ofMoney: true,
    keys: ['USDT-TRON', 'USDT-BSC', 'ON-BSC', 'BTC-BTC'],
    amounts: ['fee'],
    unitOf: (key) => key.split('-')[0] as Unit,
    value: z.strictObject({ fee: amount }),
  }),
  exchangeQuote: subject({
    about: 'How long a quote of an exchange is good: no longer than quotes rest around a change of a rate',
    policy: 'treasury',
    ofMoney: true,
    keys: all,
    amounts: [],
    value: z.strictObject({ validSeconds: seconds.max(300) }),
  }),
  displayRate: subject({
    about:
      'What a USD is about worth in another currency; shown alongside balances to members who ask for it, and nothing more',
    policy: 'treasury',
    ofMoney: true,
    keys: displayCurrencies as readonly [DisplayCurrency, ...DisplayCurrency[]],
    amounts: [],
    value: z.strictObject({
      /** `null`: this currency is not shown. */
      perUsd: decimal(/^(?:0|[1-9][0-9]{0,5})(?:\.[0-9]{1,6})?$/)
        .refine((text) => /[1-9]/.test(text), { error: range })
        .meta({ example: '151.23' })
        .nullable(),
      /** After so many days it is not shown until it is set again. */
      maximumAgeDays: z.int().min(1).max(60),
    }),
  }),
  productSale: subject({
    about: 'Whether a product is sold, and in which countries of residence it is not',
    policy: 'treasury',
    keys: ['package', 'stake', 'team'],
    amounts: [],
    value: z.strictObject({
      open: z.boolean(),
      /** ISO 3166-1 codes, separated by commas. What was bought goes on where a product is no longer sold. */
      closedIn: z.string().regex(/^(?:[A-Z]{2}(?:,[A-Z]{2})*)?$/, { error: format }),
    }),
  }),
  packageCancelling: subject({
    about:
      'In which countries the law lets who buys a package cancel it, within how many whole days, and what who cancels can still buy',
    policy: 'treasury',
    keys: all,
    amounts: ['mostReward'],
    unitOf: () => 'USDP',
    value: z.strictObject({
      /** `JP:20,KR:14`: ISO 3166-1 codes with days after the day of the purchase. 29 at most: then the first loop comes. */
      days: z
        .string()
        .regex(/^(?:[A-Z]{2}:(?:[1-9]|[12][0-9])(?:,[A-Z]{2}:(?:[1-9]|[12][0-9]))*)?$/, { error: format })
        .refine((text) => isOnceEach(text.split(',').map((entry) => entry.slice(0, 2))), { error: format }),
      /** Who has cancelled so often within 30 days buys no more until that is no longer so. */
      cancellations: z.int().min(1).max(1_000).default(10),
      /** The most reward of one member that stands open to being cancelled. */
      mostReward: amount.default('2000'),
    }),
  }),
  packageTerms: subject({
    about: 'Which amounts a package may have, how long a loop is, and how much of the price RP may pay',
    policy: 'treasury',
    ofMoney: true,
    keys: all,
    amounts: ['minimum', 'maximum', 'step'],
    unitOf: () => 'USD',
    value: z
      .strictObject({
        minimum: positive,
        maximum: positive,
        /** A package of one's own amount is the minimum and so many of these. */
        step: positive,
        /** The right to cancel ends before the first loop: 29 days at most. */
        loopDays: z.int().min(30).max(366),
        rpSharePercent: percent,
      })
      .refine(({ minimum, maximum }) => isAtMost(minimum, maximum), { path: ['maximum'], error: range }),
  }),
  packageLevel: subject({
    about:
      'What a level costs, in how many loops it comes back, and what it earns in a year, as far as the pool reaches',
    policy: 'treasury',
    ofMoney: true,
    keys: packageLevels,
    amounts: ['price'],
    unitOf: () => 'USD',
    value: z.strictObject({ price: positive, loops: z.int().min(1).max(60), aprPercent: percent }),
  }),
  stakeTerms: subject({
    about: 'How much CP a contract may have, how many a member may have, how long a term is and what it may earn',
    policy: 'treasury',
    ofMoney: true,
    keys: all,
    amounts: ['minimum', 'maximum'],
    unitOf: () => 'CP',
    value: z
      .strictObject({
        minimum: positive,
        maximum: positive,
        /** Of one member, not ended, at a time. */
        contracts: z.int().min(1).max(100),
        termDays: z.int().min(1).max(3_650),
        aprPercent: percent,
        /** So long before maturity a choice can no longer be made. */
        choiceClosesMinutes: z.int().min(0).max(1_440),
      })
      .refine(({ minimum, maximum }) => isAtMost(minimum, maximum), { path: ['maximum'], error: range }),
  }),
  bonusTerms: subject({
    about:
      'What the team bonus is of: sponsored points, matched volume, the pool, and how long volume is carried forward',
    policy: 'treasury',
    ofMoney: true,
    keys: all,
    amounts: [],
    value: z.strictObject({
      /** Of the points of those whom a member has sponsored. */
      directPercent: percent,
      /** Of the volume that is matched. */
      pairingPercent: percent,
      /** Of what the pool holds as a day is closed, for that day. */
      budgetPercent: percent,
      /** Of what is paid, as RP. */
      rpPercent: percent,
      /** So many days after its own volume can be matched. */
      carryDays: z.int().min(1).max(3_650),
      /** A day's cap on pairing is this part of a month's. */
      capDivisor: z.int().min(1).max(366),
      /** A month's bonus is at most this share of one's own active packages; `null`: it is not limited so. */
      ownValuePercent: percent.nullable(),
    }),
  }),
  bonusCap: subject({
    about: 'What pairing may come to in a month, by the highest level that is active',
    policy: 'treasury',
    ofMoney: true,
    keys: packageLevels,
    amounts: ['month'],
    unitOf: () => 'USD',
    value: z.strictObject({ month: amount }),
  }),
  ratePair: subject({
    about: 'How old a rate may be, and the change of a rate beyond which a second person has to approve it',
    policy: 'security',
    secondPerson: true,
    keys: ['USDT-USD', 'BTC-USD', 'ON-USD', 'CP-USD'],
    amounts: [],
    value: z.strictObject({
      /** `null`: it is kept by policy, and does not age. */
      maximumAgeSeconds: seconds.nullable(),
      jumpPercent: percent.refine((text) => /[1-9]/.test(text), { error: range }),
    }),
  }),
  withdrawalReview: subject({
    about:
      'From when on two people approve a withdrawal or a deposit, what stands out in the review, and how long it may take',
    policy: 'security',
    secondPerson: true,
    keys: all,
    amounts: ['twoFrom', 'largeFrom', 'depositTwoFrom'],
    unitOf: () => 'USD',
    value: z.strictObject({
      /** From this value on two people approve. */
      twoFrom: positive,
      /** From this value on it counts as large. */
      largeFrom: positive,
      /** From this part of the balance on it is most of it. */
      mostPercent: percent.default('90'),
      /** So many within a day are many. */
      many: z.int().min(1).max(1_000),
      reviewHours: hours,
      /** A payout that no chain has seen for so long can be voided by two people. */
      voidHours: hours.default(24),
      /** A deposit of this value waits until two people have released it. */
      depositTwoFrom: positive.default('100000'),
    }),
  }),
  action: subject({
    about: 'What an action asks of a member alongside a session',
    policy: 'security',
    secondPerson: true,
    keys: memberActions,
    amounts: ['above'],
    unitOf: () => 'USD',
    value: z
      .strictObject({
        /** An authenticator has to be bound first. */
        needsGoogle: z.boolean(),
        /** Asked for never, by who has an authenticator, above an amount, or always. */
        code: z.enum(['never', 'bound', 'above', 'always']),
        above: amount.nullable(),
        /** It waits while a security lock is on. */
        securityLock: z.boolean(),
      })
      .refine(({ code, above }) => (code === 'above') === (above !== null), { path: ['above'], error: range }),
  }),
  securityLock: subject({
    about: 'How long withdrawals, transfers and changes of addresses wait after a cause',
    policy: 'security',
    secondPerson: true,
    keys: lockCauses,
    amounts: [],
    value: z.strictObject({ hours }),
  }),
  addressBook: subject({
    about: 'How long a new address for withdrawals waits, and how many a member has',
    policy: 'security',
    secondPerson: true,
    keys: all,
    amounts: [],
    value: z.strictObject({ waitHours: hours, entries: z.int().min(1).max(100) }),
  }),
  factorReset: subject({
    about: 'How long the owner can stop the reset of a lost authenticator, and a second person has time to approve it',
    policy: 'security',
    secondPerson: true,
    keys: all,
    amounts: [],
    value: z.strictObject({ waitHours: hours, approvalHours: hours }),
  }),
};

export type RuleSubject = keyof typeof ruleSubjects;
export const ruleSubjectNames = Object.keys(ruleSubjects) as [RuleSubject, ...RuleSubject[]];
export type RuleKey<S extends RuleSubject> = (typeof ruleSubjects)[S]['keys'][number];

/** A rule as the services read it: amounts are `bigint` minor units. */
export type RuleValue<S extends RuleSubject> = {
  readonly [Field in keyof Wire<S>]: Field extends AmountOf<S>
    ? bigint | Exclude<Wire<S>[Field], string>
    : Wire<S>[Field];
};
type Wire<S extends RuleSubject> = z.infer<(typeof ruleSubjects)[S]['value']>;
type AmountOf<S extends RuleSubject> = (typeof ruleSubjects)[S]['amounts'][number];

/** Every field that a value of some subject has. */
export type RuleFieldName = {
  [S in RuleSubject]: keyof z.infer<(typeof ruleSubjects)[S]['value']> & string;
}[RuleSubject];
