import type { memberContract, UserOf } from '@trellis/api-contract';
import { productNow, sessionUse, store } from '@trellis/shell-sdk';
import { type KeptAnswer, logInOf, setRemoveSaved } from '@trellis/shell-sdk/host';
import { boot } from '../boot/document.ts';
import { endKeeping, forgetKept, keep } from './vault.ts';

/** What screens that only read are made of; nothing else is kept. */
const kept: ReadonlySet<string> = new Set<keyof (typeof memberContract)['endpoints']>([
  'countUnreadNotices',
  'getBalanceHistory',
  'getBalances',
  'getDisplayRates',
  'getFirstSteps',
  'getInvite',
  'getNotice',
  'getPackageOffer',
  'getProfile',
  'getRecord',
  'getRecordFilters',
  'getSecurity',
  'getStakes',
  'getTeamPerformance',
  'getTeamWindow',
  'listAnnouncements',
  'listNotices',
  'listPackages',
  'listRecords',
  'listStatements',
]);

/** After an answer others mostly follow. */
const restMs = 500;
/** How often it is put down that the log-in is in use, where nothing else is. */
const usedMs = 30_000;

interface Reading {
  readonly status: string;
  readonly endpointName?: string;
  readonly originalArgs?: unknown;
  readonly data?: unknown;
  readonly fulfilledTimeStamp?: number;
}

/** Keeps what the page reads for the next start without the server, for as long as the member is logged in. */
export function keepAnswers(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let { queries } = store.getState().api;
  let minutes: number | undefined;
  let keptAt = 0;
  let login: string | undefined;
  let isIn = true;
  const write = () => {
    timer = undefined;
    const { user, takenBy } = store.getState().session;
    const current = logInOf();
    if (!user || !('username' in user) || takenBy !== undefined || current === undefined) return;
    keptAt = Date.now();
    const takenBack = boot.takenBack ?? '';
    const [at, locked] = [sessionUse.lastAt(), (user as UserOf<'member'>).lockMinutes !== undefined];
    const owner = { member: user.username, login: current, takenBack, at, locked };
    const page = { user: user as UserOf<'member'>, aheadMs: productNow() - Date.now(), answers: answersOfPage() };
    // A browser that keeps nothing is one without a start of its own.
    const done = keep(owner, page).catch(() => false);
    void done.then((isKept) => setRemoveSaved(isKept ? () => remove(current) : undefined));
  };
  const plan = (afterMs: number) => {
    timer ??= setTimeout(write, afterMs);
  };
  const look = () => {
    const { api, session } = store.getState();
    const isNow = session.user !== null && session.takenBy === undefined;
    if (isNow) login = logInOf() ?? login;
    if (isIn && !isNow) {
      clearTimeout(timer);
      timer = undefined;
      // A page that says nobody is logged in ends whichever log-in it was; one that others have taken, none but its own.
      if (login !== undefined || session.user === null) void endKeeping(login).catch(() => undefined);
    }
    isIn = isNow;
    const { lockMinutes } = (session.user ?? {}) as Partial<UserOf<'member'>>;
    if (!isNow || (api.queries === queries && lockMinutes === minutes)) return;
    // The app lock is off: what is kept from now on is behind no passkey, and what was is no more.
    if (minutes !== undefined && lockMinutes === undefined) void forgetKept().catch(() => undefined);
    minutes = lockMinutes;
    queries = api.queries;
    plan(restMs);
  };
  store.subscribe(look);
  sessionUse.subscribe(() => {
    if (isIn && Date.now() - keptAt > usedMs) plan(restMs);
  });
  look();
  if (isIn) plan(0);
}

async function remove(login: string): Promise<void> {
  await endKeeping(login);
  setRemoveSaved(undefined);
}

function answersOfPage(): KeptAnswer[] {
  const { queries } = store.getState().api;
  return (Object.values(queries) as Reading[]).flatMap((reading) => {
    const { endpointName: endpoint = '', originalArgs, data, fulfilledTimeStamp: at, status } = reading;
    if (status !== 'fulfilled' || at === undefined || !kept.has(endpoint)) return [];
    const args = (originalArgs ?? {}) as Readonly<Record<string, string>>;
    return [{ endpoint, args, data: firstOf(data), at }];
  });
}

/** Of what comes page by page the first page. */
function firstOf(data: unknown): unknown {
  const { pages, pageParams } = data as { readonly pages?: readonly unknown[]; readonly pageParams?: unknown };
  return pages && pageParams ? pages[0] : data;
}
