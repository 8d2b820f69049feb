import type { Rules } from '../../governance/rules/rules.ts';
import { ppmOf } from '../../ledger/shares.ts';
import type { PackageTerms } from './packageTerms.ts';

/** What packages are sold at now, as operators have set it. */
export async function packageTermsNow(rules: Rules): Promise<PackageTerms> {
  // One after the other: it is asked inside of transactions, too, which have one connection.
  const { minimum, maximum, step, loopDays, rpSharePercent } = await rules.at('packageTerms');
  const levels = await rules.all('packageLevel');
  const exchange = await rules.at('exchangeFee', 'USDP-USD');
  return {
    minimum,
    maximum,
    step,
    loopDays,
    rpSharePpm: ppmOf(rpSharePercent),
    exchangeFeePpm: ppmOf(exchange.percent),
    levels: [...levels].map(([level, { price, loops, aprPercent }]) => ({
      level,
      price,
      loops,
      aprPpm: ppmOf(aprPercent),
    })),
  };
}
