import { type OperatorPolicy, type OperatorRole, operatorPolicies } from '@trellis/api-contract/operator';
import type { IconSource } from '@trellis/kit';
import { useOperator } from '@trellis/shell-sdk';
import { useMemo } from 'react';
import {
  adjustmentsIcon,
  approvalsIcon,
  auditIcon,
  depositsIcon,
  homeIcon,
  incidentIcon,
  inquiriesIcon,
  membersIcon,
  noticesIcon,
  operatorsIcon,
  ratesIcon,
  releasesIcon,
  rulesIcon,
  solvencyIcon,
  withdrawalsIcon,
} from '../icons.ts';

/** Where the console leads, and what it is called. */
interface Place {
  readonly to: string;
  readonly text:
    | 'place.home'
    | 'place.withdrawals'
    | 'place.deposits'
    | 'place.members'
    | 'place.inquiries'
    | 'place.solvency'
    | 'place.adjustments'
    | 'place.rates'
    | 'place.rules'
    | 'place.approvals'
    | 'place.releases'
    | 'place.incident'
    | 'place.audit'
    | 'place.operators'
    | 'place.notices';
  readonly icon: IconSource;
  /** Whose it is; without one every operator's. */
  readonly policy?: OperatorPolicy;
  /** Not at the foot of a narrow screen, where four have room: the overview leads there. */
  readonly rail?: true;
}

const places: readonly Place[] = [
  { to: '/', text: 'place.home', icon: homeIcon },
  { to: '/withdrawals', text: 'place.withdrawals', icon: withdrawalsIcon, policy: 'books' },
  { to: '/deposits', text: 'place.deposits', icon: depositsIcon, policy: 'books', rail: true },
  { to: '/members', text: 'place.members', icon: membersIcon, policy: 'members', rail: true },
  { to: '/inquiries', text: 'place.inquiries', icon: inquiriesIcon, policy: 'support', rail: true },
  { to: '/solvency', text: 'place.solvency', icon: solvencyIcon, policy: 'books', rail: true },
  { to: '/adjustments', text: 'place.adjustments', icon: adjustmentsIcon, policy: 'books', rail: true },
  { to: '/rates', text: 'place.rates', icon: ratesIcon, policy: 'books', rail: true },
  { to: '/rules', text: 'place.rules', icon: rulesIcon, policy: 'books', rail: true },
  { to: '/notices', text: 'place.notices', icon: noticesIcon, policy: 'notices', rail: true },
  { to: '/approvals', text: 'place.approvals', icon: approvalsIcon, rail: true },
  { to: '/releases', text: 'place.releases', icon: releasesIcon },
  { to: '/incident', text: 'place.incident', icon: incidentIcon },
  { to: '/operators', text: 'place.operators', icon: operatorsIcon, policy: 'audit', rail: true },
  { to: '/audit', text: 'place.audit', icon: auditIcon, policy: 'audit', rail: true },
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
