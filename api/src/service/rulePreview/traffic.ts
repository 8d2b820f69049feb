import type { Unit } from '@trellis/api-contract';
import type { RuleSubject } from '@trellis/api-contract/schemas';
import type { JsonValue } from '../../governance/rules/ruleValue.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Span, Traffic } from './counted.ts';
import { underExchangeFee, underWithdrawalFee } from './feeTraffic.ts';
import { type Operation, underLimit } from './limitTraffic.ts';

/** What is previewed; amounts in its value are minor units. */
export interface Wanted {
  readonly subject: RuleSubject;
  readonly key: string;
  readonly value: JsonValue;
}

/** What members did in a time, under a rule that is not in force; `null` where nothing can be counted of its subject. */
export async function trafficUnder(database: Database, wanted: Wanted, span: Span): Promise<Traffic | null> {
  const { subject, key, value } = wanted;
  const [first = '', second = ''] = key.split('-');
  if (subject === 'limit')
    return underLimit(database, { operation: first as Operation, unit: second as Unit, value }, span);
  if (subject === 'exchangeFee') return underExchangeFee(database, { from: first, to: second as Unit, value }, span);
  if (subject === 'withdrawalFee')
    return underWithdrawalFee(database, { asset: first as Unit, chain: second, value }, span);
  return null;
}
