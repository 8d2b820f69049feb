import { type Money, parseAmount, type Unit } from '@trellis/api-contract';

/** A call of a member, and what it answered. */
export interface DoneCall {
  readonly from: string;
  readonly path: string;
  readonly body: object;
  readonly answer: object;
}

/** What changes hands, by `<username> <unit>`, in minor units. */
export type Moves = ReadonlyMap<string, bigint>;

/** Of one package of the level that is bought here. */
const packagePrice: Money = { amount: '100', unit: 'USD' };

/**
 * What a confirmed call moves of what members can spend, by what was requested and shown: kept apart from what the ledger
 * makes of it. @throws Error of a call that moves nothing
 */
export function movesOf({ from, path, body, answer }: DoneCall): Moves {
  const wanted = body as Readonly<Record<string, string>>;
  const shown = answer as Readonly<Record<string, Money>>;
  const take = (money: Money | undefined, unit?: Unit) => entry(from, money, -1n, unit);
  const give = (who: string, money: Money | undefined) => entry(who, money, 1n);
  switch (path.replace(/\/[0-9a-f-]{36}\//, '/:id/')) {
    case '/api/v1/transfers': {
      const sent: Money = { amount: wanted.amount ?? '', unit: 'USD' };
      return new Map([take(sent), give(wanted.recipient ?? '', sent)]);
    }
    case '/api/v1/packages':
      return new Map([take(packagePrice)]);
    case '/api/v1/stakes':
      return new Map([take({ amount: wanted.cp ?? '', unit: 'CP' }, 'USD')]);
    case '/api/v1/exchanges':
      return new Map([take(shown.given), give(from, shown.credit)]);
    case '/api/v1/withdrawals':
      return new Map([take(shown.amount)]);
    case '/api/v1/withdrawals/:id/cancellation':
      return new Map([give(from, shown.amount)]);
    default:
      throw new Error(`nobody knows what ${path} moves`);
  }
}

/** @param unit of the account, where it is another than that of the amount */
function entry(who: string, money: Money | undefined, sign: bigint, unit = money?.unit): [string, bigint] {
  const minor = money && parseAmount(money.amount, money.unit);
  if (minor === undefined) throw new Error(`no amount: ${money?.amount} ${money?.unit}`);
  return [`${who} ${unit}`, sign * minor];
}
