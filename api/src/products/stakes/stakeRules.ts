import type { Rules } from '../../governance/rules/rules.ts';
import { ppmOf } from '../../ledger/shares.ts';
import type { StakeTerms } from './stakeTerms.ts';

const minuteMs = 60_000;

/** What stakes are begun at now, as operators have set it. */
export async function stakeTermsNow(rules: Rules): Promise<StakeTerms> {
  // One after the other: it is asked inside of transactions, too, which have one connection.
  const { minimum, maximum, contracts, termDays, aprPercent, choiceClosesMinutes } = await rules.at('stakeTerms');
  const withdrawal = await rules.at('limit', 'withdrawal-USD');
  return {
    minimumCp: minimum,
    maximumCp: maximum,
    contractsMaximum: contracts,
    termDays,
    aprPpm: ppmOf(aprPercent),
    choiceClosesMs: choiceClosesMinutes * minuteMs,
    withdrawalMinimum: withdrawal.minimum,
  };
}
