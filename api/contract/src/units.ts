/** What is held. The scale (decimal places) is fixed for life. */
export const unitScale = { USD: 6, USDT: 6, USDP: 6, RP: 6, CP: 6, BTC: 8, ON: 8 } as const;

export type Unit = keyof typeof unitScale;
export const units = /* @__PURE__ */ Object.keys(unitScale) as readonly Unit[];
/** Those that members have balances in; the others are only paid out. */
export const balanceUnits = ['USD', 'USDT', 'USDP', 'RP', 'CP'] as const satisfies readonly Unit[];
export type BalanceUnit = (typeof balanceUnits)[number];

declare const minorBrand: unique symbol;
/** An amount in minor units (10^-scale) of some unit. Never a JavaScript number. */
export type Minor = bigint & { readonly [minorBrand]: true };

/** Money on the wire: a decimal string and its unit. */
export interface Money {
  readonly amount: string;
  readonly unit: Unit;
}

/** What members may give as an amount: no sign, no leading zero, at most 12 and 6 digits. */
export const amountPattern = /^(?:0|[1-9][0-9]{0,11})(?:\.[0-9]{1,6})?$/;

export const minor = (value: bigint): Minor => value as Minor;

/** Reads a wire amount; `undefined` if it is not one, or has more decimals than the unit's scale. */
export function parseAmount(text: string, unit: Unit): Minor | undefined {
  if (!/^(?:0|[1-9][0-9]{0,11})(?:\.[0-9]{1,8})?$/.test(text)) return undefined;
  const [whole = '0', fraction = ''] = text.split('.');
  const scale = unitScale[unit];
  if (fraction.length > scale) return undefined;
  return minor(BigInt(whole + fraction.padEnd(scale, '0')));
}

/** Writes minor units as a wire amount: at least two decimals, no trailing zeros beyond them, `-` if negative. */
export function wireAmount(value: bigint, unit: Unit): string {
  const scale = unitScale[unit];
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
  const fraction = digits.slice(-scale).replace(/0+$/, '').padEnd(2, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -scale)}.${fraction}`;
}

/** In minor units: what the server wrote is always an amount, some of them below zero. */
export const minorOf = ({ amount, unit }: Money): bigint =>
  amount.startsWith('-') ? -minorOf({ amount: amount.slice(1), unit }) : (parseAmount(amount, unit) ?? 0n);

export const money = (value: bigint, unit: Unit): Money => ({ amount: wireAmount(value, unit), unit });

/** Groups the whole part of a wire amount by thousands: `1234.50` becomes `1,234.50`. */
export function groupAmount(amount: string): string {
  const [whole = '', fraction] = amount.split('.');
  const grouped = whole.replace(/\B(?=(?:[0-9]{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** An amount with its unit code behind it, for people: no line ends between the two. */
export const withUnit = (amount: string, unit: Unit): string => `${amount}\u00a0${unit}`;

/** Money as members read it in every language: `1,234.56 USD`; BTC with all its eight decimals. */
export const moneyText = ({ amount, unit }: Money): string =>
  withUnit(groupAmount(unit === 'BTC' ? withEight(amount) : amount), unit);

const withEight = (amount: string): string =>
  amount.replace(/\.(\d*)$/, (_, fraction: string) => `.${fraction.padEnd(8, '0')}`);
