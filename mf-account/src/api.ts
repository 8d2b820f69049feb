import { api, injectContract } from '@trellis/shell-sdk';

/** The calls of the API that this feature makes. */
export const accountApi = injectContract(api, [
  'getProfile',
  'getSecurity',
  'sendActionCode',
  'changePassword',
  'changeEmail',
  'startGoogleBinding',
  'confirmGoogleBinding',
  'finishGoogleBinding',
  'unbindGoogle',
  'setAntiPhishingCode',
  'savePreferences',
  'listSessions',
  'endSession',
  'endOtherSessions',
]);
