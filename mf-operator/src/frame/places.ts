import type { IconSource } from '@trellis/kit';
import { useOperator } from '@trellis/shell-sdk';
import { useMemo } from 'react';
import * as icons from '../icons.ts';
import { type ConsoleRoute, routes } from '../routes.ts';
import type { ValueOf } from '../texts/textKey.ts';
import { rolesMay } from './useMay.ts';

/** Where the console leads, and what it is called. */
export interface Place {
  readonly to: string;
  /** Under which heading it stands in the rail of a wide window; the overview leads, and the brakes stand at its foot. */
  readonly group?: ValueOf<'place.group'>;
  readonly text: string;
  readonly icon: IconSource;
  /** Not at the foot of a narrow screen, where four have room: the overview leads there. */
  readonly rail?: true;
}

const places: readonly Place[] = [
  { to: '/', text: 'place.home', icon: icons.homeIcon },
  { to: '/withdrawals', text: 'place.withdrawals', icon: icons.withdrawalsIcon, group: 'money' },
  { to: '/deposits', text: 'place.deposits', icon: icons.depositsIcon, group: 'money', rail: true },
  { to: '/members', text: 'place.members', icon: icons.membersIcon, group: 'people', rail: true },
  { to: '/inquiries', text: 'place.inquiries', icon: icons.inquiriesIcon, group: 'people', rail: true },
  { to: '/adjustments', text: 'place.adjustments', icon: icons.adjustmentsIcon, group: 'money', rail: true },
  { to: '/solvency', text: 'place.solvency', icon: icons.solvencyIcon, group: 'money', rail: true },
  { to: '/rates', text: 'place.rates', icon: icons.ratesIcon, group: 'terms', rail: true },
  { to: '/rules', text: 'place.rules', icon: icons.rulesIcon, group: 'terms', rail: true },
  { to: '/notices', text: 'place.notices', icon: icons.noticesIcon, group: 'people', rail: true },
  { to: '/approvals', text: 'place.approvals', icon: icons.approvalsIcon, group: 'platform', rail: true },
  { to: '/releases', text: 'place.releases', icon: icons.releasesIcon, group: 'platform' },
  { to: '/incident', text: 'place.incident', icon: icons.incidentIcon },
  { to: '/operators', text: 'place.operators', icon: icons.operatorsIcon, group: 'platform', rail: true },
  { to: '/audit', text: 'place.audit', icon: icons.auditIcon, group: 'platform', rail: true },
];

/** Whether an address is a place, or leads on from it. */
export const isAt = (to: string, path: string): boolean => path === to || (to !== '/' && path.startsWith(`${to}/`));

/** The place that an address belongs to: each of the console's own does. */
export const placeOf = (path: string): Place | undefined => places.find(({ to }) => isAt(to, path));

/** Those that the operator's roles lead to. */
export function usePlaces(): readonly Place[] {
  const operator = useOperator();
  return useMemo(() => {
    const all: readonly ConsoleRoute[] = routes;
    const policyOf = (to: string) => all.find(({ path }) => path === to)?.policy;
    return places.filter(({ to }) => rolesMay(operator?.roles ?? [], policyOf(to)));
  }, [operator]);
}
