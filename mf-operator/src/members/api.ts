import { operatorContract } from '@trellis/api-contract/operator';
import { injectContract } from '@trellis/shell-sdk';

/** The calls that find, read and help members. */
export const membersApi = injectContract(operatorContract, [
  'findMember',
  'getMember',
  'suspendMember',
  'restoreMember',
  'changeMemberCountry',
  'endMemberSessions',
  'requestFactorReset',
  'approveFactorReset',
  'withdrawFactorReset',
]);
