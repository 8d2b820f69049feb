import type { InputOf, OutputOf } from '@trellis/api-contract';
import { operatorContract, type RuleFieldName } from '@trellis/api-contract/operator';
import { injectContract } from '@trellis/shell-sdk';

type Call = keyof typeof operatorContract.endpoints & string;

/** The calls of the operators' API: its contract says what each takes and answers. */
export const operatorApi = injectContract(operatorContract, Object.keys(operatorContract.endpoints) as Call[]);

type Answer<Name extends Call> = OutputOf<'operator', Name>;

/** What they answer, by the names that the console has for it. */
export type Overview = Answer<'getOverview'>;
export type PastApproval = Answer<'listApprovals'>['approvals'][number];
export type Waiting = Answer<'listWaiting'>['waiting'][number];
export type Announcement = Answer<'listMemberAnnouncements'>['announcements'][number];
export type AnnouncementTexts = InputOf<'operator', 'askAnnouncement'>['texts'];
export type ListedOperator = Answer<'listOperators'>['operators'][number];
export type OperatorDetails = Answer<'getOperator'>;
export type TermsVersion = Answer<'listTermsVersions'>['versions'][number];
export type DepositPage = Answer<'listAllDeposits'>;
export type Deposit = DepositPage['deposits'][number];
export type Reader = DepositPage['readers'][number];
export type Fault = Answer<'listChainFaults'>['faults'][number];
export type AuditEvent = Answer<'listAudit'>['events'][number];
export type Chain = Answer<'checkAuditChain'>;
export type Freeze = NonNullable<Answer<'getPayoutFreeze'>['freeze']>;
export type FeatureReleases = Answer<'listReleases'>['features'][number];
export type Switchable = InputOf<'operator', 'getReleaseHistory'>['feature'];
export type CallChanges = Answer<'compareReleaseCalls'>;
export type Health = Answer<'getReleaseHealth'>;
export type ReleaseHealth = Health['releases'][number];
export type BrowserError = Answer<'listReleaseErrors'>['errors'][number];
export type Hold = Answer<'listBonusHolds'>['holds'][number];
export type MemberDetails = Answer<'getMember'>;
export type MemberInquiry = Answer<'getMemberInquiry'>;
export type TimelineLine = Answer<'getMemberTimeline'>['lines'][number];
export type UnitEquation = Answer<'getMemberEquation'>['units'][number];
export type Listed = Answer<'listRules'>['subjects'][number];
export type Subject = Listed['subject'];
export type ListedKey = Listed['keys'][number];
export type Rule = ListedKey['rules'][number];
export type Value = Rule['value'];
/** Every field that a value of some subject has. */
export type FieldName = RuleFieldName;
export type Solvency = Answer<'getSolvency'>;
export type PoolState = Answer<'listPools'>['pools'][number];
export type Account = Solvency['held' | 'owed' | 'own'][number]['account'];
export type Pair = Answer<'listRates'>['pairs'][number];
export type Rate = Pair['rates'][number];
export type Step = Answer<'getIncidentLog'>['steps'][number];
export type QueueRow = Answer<'listWithdrawalQueue'>['withdrawals'][number];
export type WithdrawalDetails = Answer<'readWithdrawal'>;
export type Payout = WithdrawalDetails['payouts'][number];
