import { type Route, route } from '../../../platform/http/route.ts';
import type { Loads } from './loads.ts';

export function releaseRoutes(loads: Loads): Route[] {
  return [
    route('reportLoads', {
      limit: { points: 60, seconds: 60, perProcess: true },
      async handle({ reports }, { member }) {
        await loads.note(member.id, reports);
        return { body: {}, status: 202 };
      },
    }),
  ];
}
