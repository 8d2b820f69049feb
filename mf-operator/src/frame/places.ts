import { type OperatorPolicy, type OperatorRole, operatorPolicies } from '@trellis/api-contract/operator';
import type { IconSource } from '@trellis/kit';
import { useOperator } from '@trellis/shell-sdk';
import { useMemo } from 'react';
import {
  approvalsIcon,
  auditIcon,
  homeIcon,
  incidentIcon,
  inquiriesIcon,
  membersIcon,
  releasesIcon,
  withdrawalsIcon,
} from '../icons.ts';

/** Where the console leads; a text of that name says what a place is called. */
interface Place {
  readonly to: string;
  readonly name: 'home' | 'withdrawals' | 'members' | 'inquiries' | 'approvals' | 'releases' | 'incident' | 'audit';
  readonly icon: IconSource;
  /** Whose it is; without one every operator's. */
  readonly policy?: OperatorPolicy;
  /** Not at the foot of a narrow screen, where four have room: the overview leads there. */
  readonly rail?: true;
}

const places: readonly Place[] = [
  { to: '/', name: 'home', icon: homeIcon },
  { to: '/withdrawals', name: 'withdrawals', icon: withdrawalsIcon, policy: 'books' },
  { to: '/members', name: 'members', icon: membersIcon, policy: 'members', rail: true },
  { to: '/inquiries', name: 'inquiries', icon: inquiriesIcon, policy: 'support', rail: true },
  { to: '/approvals', name: 'approvals', icon: approvalsIcon, rail: true },
  { to: '/releases', name: 'releases', icon: releasesIcon },
  { to: '/incident', name: 'incident', icon: incidentIcon },
  { to: '/audit', name: 'audit', icon: auditIcon, policy: 'audit', rail: true },
];

/** Those that the operator's roles lead to. */
export function usePlaces(): readonly Place[] {
  const operator = useOperator();
  return useMemo(() => {
    const roles: readonly OperatorRole[] = operator?.roles ?? [];
    return places.filter(({ policy }) => {
      if (policy === undefined) return true;
      const allowed: readonly OperatorRole[] = operatorPolicies[policy];
      return roles.some((role) => allowed.includes(role));
    });
  }, [operator]);
}
