import { releaseEndpoints } from '../../delivery/releases/endpoints.ts';
import { noticeEndpoints } from '../../governance/notifications/endpoints.ts';
import { accessEndpoints } from '../../identity/access/endpoints.ts';
import { addressEndpoints } from '../../identity/addressBook/endpoints.ts';
import { appLockEndpoints } from '../../identity/appLock/endpoints.ts';
import { passkeyEndpoints } from '../../identity/passkeys/endpoints.ts';
import { pushEndpoints } from '../../identity/push/endpoints.ts';
import { securityEndpoints } from '../../identity/security/endpoints.ts';
import { termsEndpoints } from '../../identity/terms/endpoints.ts';
import { bonusEndpoints } from '../../products/bonus/endpoints.ts';
import { depositEndpoints } from '../../products/deposits/endpoints.ts';
import { exchangeEndpoints } from '../../products/exchanges/endpoints.ts';
import { packageEndpoints } from '../../products/packages/endpoints.ts';
import { stakeEndpoints } from '../../products/stakes/endpoints.ts';
import { statementEndpoints } from '../../products/statements/endpoints.ts';
import { teamEndpoints } from '../../products/team/endpoints.ts';
import { transferEndpoints } from '../../products/transfers/endpoints.ts';
import { walletEndpoints } from '../../products/wallet/endpoints.ts';
import { withdrawalEndpoints } from '../../products/withdrawals/endpoints.ts';
import { announcementEndpoints } from '../../service/announcements/endpoints.ts';
import { inquiryEndpoints } from '../../service/inquiries/endpoints.ts';
import type { RouteCall } from '../endpoint.ts';

export const apiBase = '/api/v1';

/** All that members' pages call, under `apiBase`. */
export const endpoints = {
  ...accessEndpoints,
  ...securityEndpoints,
  ...passkeyEndpoints,
  ...appLockEndpoints,
  ...pushEndpoints,
  ...addressEndpoints,
  ...walletEndpoints,
  ...depositEndpoints,
  ...statementEndpoints,
  ...transferEndpoints,
  ...exchangeEndpoints,
  ...withdrawalEndpoints,
  ...packageEndpoints,
  ...stakeEndpoints,
  ...teamEndpoints,
  ...bonusEndpoints,
  ...announcementEndpoints,
  ...noticeEndpoints,
  ...inquiryEndpoints,
  ...termsEndpoints,
  ...releaseEndpoints,
};

export type EndpointName = keyof typeof endpoints;

/** Which calls answer a screen's first data; the server loader and the HTML document carry them in one go. */
export const routeData = {
  'wallet/topup': ['getDepositTerms', 'listDeposits', 'getSecurity'],
  'wallet/home': ['getBalances', 'listRecords', 'getFirstSteps', 'getBalanceHistory'],
  'wallet/transfer': ['getTransferTerms', 'getSecurity'],
  'wallet/exchange': ['getExchangeTerms', 'getSecurity'],
  'wallet/withdrawal': ['getWithdrawalTerms', 'listAddresses', 'listWithdrawals', 'getSecurity'],
  'wallet/stake': ['getStakes', 'listAddresses', 'getSecurity'],
  'wallet/stakeDetail': ['getStakes', 'listAddresses', 'getSecurity'],
  'team/home': ['getTeamWindow', 'getInvite'],
  'plan/home': ['getPackageOffer'],
  'plan/buy': ['getPackageOffer', 'getSecurity'],
  'plan/package': [{ name: 'listPackages', input: { id: 'last' } }],
  'plan/certificate': [{ name: 'getCertificate', input: { contract: 'last' } }],
  'account/home': ['getProfile', 'getSecurity', 'countUnreadNotices', 'getDisplayRates'],
  'account/notify': ['listNotices', 'countUnreadNotices', 'listAnnouncements'],
  'account/consulation': ['listInquiries'],
  'account/googleAuth': ['getSecurity'],
  'wallet/records': [
    { name: 'listRecords', input: { kind: '?kind', unit: '?unit' }, unless: ['from', 'to'] },
    'getRecordFilters',
  ],
  'wallet/record': [{ name: 'getRecord', input: { id: 'last' } }],
  'account/notifyDetail': [{ name: 'getNotice', input: { id: 'last' } }],
  'account/consulationDetail': [{ name: 'getInquiry', input: { id: 'last' } }],
  'account/addresses': ['listAddresses', 'getSecurity'],
  'account/antiPhishing': ['getSecurity'],
  'account/devices': ['listSessions'],
  'account/email': ['getSecurity'],
  'account/passkeys': ['getSecurity'],
  'account/password': ['getSecurity'],
} as const satisfies Record<string, readonly RouteCall<EndpointName>[]>;
