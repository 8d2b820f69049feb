import { operatorContract } from '@trellis/api-contract/operator';
import { injectContract } from '@trellis/shell-sdk';

/** The calls that read and answer what members ask. */
export const inquiriesApi = injectContract(operatorContract, [
  'listMemberInquiries',
  'countMemberInquiries',
  'getMemberInquiry',
  'answerInquiry',
  'closeMemberInquiry',
]);
