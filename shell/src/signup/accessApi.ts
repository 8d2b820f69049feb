import { injectContract, memberContract } from '@trellis/shell-sdk';

/** The calls of the pages outside a session. */
export const accessApi = injectContract(memberContract, [
  'logIn',
  'register',
  'sendEmailCode',
  'verifyEmailCode',
  'getInvitation',
  'checkPasswordTicket',
  'setPassword',
  'freezeAccount',
  'startPasskeyLogIn',
  'logInWithPasskey',
  'keepFactor',
]);
