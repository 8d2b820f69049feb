import { endpoint, type MemberEndpoints } from '../../platform/http/endpoint.ts';
import { type PerformanceParts, TeamPerformance } from './performance.ts';
import { performanceCsv } from './performanceCsv.ts';

export interface BonusEndpointParts extends PerformanceParts {
  /** Carries out what is due of a member who looks. */
  readonly carryOutDueOf: (memberId: string) => Promise<void>;
}

/** Makes the service, too: nobody else asks it. */
export function bonusEndpoints({ carryOutDueOf, ...parts }: BonusEndpointParts): MemberEndpoints {
  const performance = new TeamPerformance(parts);
  return [
    endpoint('member', 'getTeamPerformance', {
      transaction: 'own',
      limit: { points: 240, seconds: 60 },
      async handle({ month }, { member }) {
        await carryOutDueOf(member.id);
        return { body: await performance.read(member.id, month) };
      },
    }),
    endpoint('member', 'exportTeamPerformance', {
      limit: { points: 20, seconds: 600 },
      async handle({ month }, { member }) {
        const reported = await performance.read(member.id, month);
        return { body: { name: `team-${reported.month}.csv`, content: performanceCsv(reported) } };
      },
    }),
  ];
}
