import { operatorContract } from '@trellis/api-contract/operator';
import { injectContract } from '@trellis/shell-sdk';

/** The calls that read and help members. */
export const membersApi = injectContract(operatorContract, [
  'getMember',
  'suspendMember',
  'restoreMember',
  'changeMemberCountry',
  'endMemberSessions',
  'requestFactorReset',
  'withdrawFactorReset',
]);
