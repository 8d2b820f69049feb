import { audienceOf, type FeatureName } from '../features.ts';
import type { EndpointName, endpoints } from './member/endpoints.ts';
import type { OperatorEndpoint } from './operator/endpoint.ts';
import { operatorEndpoints } from './operator/endpoints.ts';

/**
 * What a call can do, as whoever lets a release go live is shown it. money: it moves money, or decides where money goes; access: it
 * changes who may use an account; code: an operator's that takes a fresh code.
 */
export const callEffects = ['money', 'access', 'code'] as const;
export type CallEffect = (typeof callEffects)[number];

type Changing = {
  [Name in EndpointName]: (typeof endpoints)[Name]['method'] extends 'GET' ? never : Name;
}[EndpointName];

/** Every call of members that changes something: a new one is weighed before it compiles. */
const memberEffects: Readonly<Record<Changing, 'money' | 'access' | undefined>> = {
  logIn: 'access',
  logOut: 'access',
  sendEmailCode: 'access',
  verifyEmailCode: 'access',
  register: 'access',
  checkPasswordTicket: 'access',
  setPassword: 'access',
  freezeAccount: 'access',
  keepFactor: 'access',
  sendActionCode: 'access',
  changePassword: 'access',
  changeEmail: 'access',
  startGoogleBinding: 'access',
  confirmGoogleBinding: 'access',
  finishGoogleBinding: 'access',
  unbindGoogle: 'access',
  cancelFactorReset: 'access',
  setAntiPhishingCode: 'access',
  savePreferences: undefined,
  setCountry: undefined,
  endSession: 'access',
  endOtherSessions: 'access',
  startPasskeyLogIn: 'access',
  logInWithPasskey: 'access',
  startPasskey: 'access',
  addPasskey: 'access',
  startPasskeyProof: 'access',
  removePasskey: 'access',
  startUnlock: 'access',
  unlock: 'access',
  lockSession: 'access',
  setAppLock: 'access',
  // Who has a subscription reads what it is sent.
  setPush: 'access',
  confirmPush: 'access',
  endPush: undefined,
  addAddress: 'money',
  removeAddress: 'money',
  createDepositAddress: 'money',
  verifyDepositAddress: 'money',
  createTransfer: 'money',
  createExchangeQuote: undefined,
  createExchange: 'money',
  checkWithdrawalAddress: undefined,
  createWithdrawal: 'money',
  cancelWithdrawal: 'money',
  buyPackage: 'money',
  cancelPackage: 'money',
  startStake: 'money',
  chooseForStake: 'money',
  removeStakeChoice: 'money',
  readNotice: undefined,
  readNotices: undefined,
  createInquiry: undefined,
  replyToInquiry: undefined,
  closeInquiry: undefined,
  acceptTerms: undefined,
  reportLoads: undefined,
};

/** What an endpoint can do that a release declares; `undefined`: none of it, or no such endpoint. */
export function effectOf(owner: FeatureName | 'shell', name: string): CallEffect | undefined {
  if (audienceOf(owner) === 'member')
    return Object.hasOwn(memberEffects, name) ? memberEffects[name as Changing] : undefined;
  const operators: Readonly<Record<string, OperatorEndpoint>> = operatorEndpoints;
  return Object.hasOwn(operators, name) && operators[name]?.freshCode !== undefined ? 'code' : undefined;
}
