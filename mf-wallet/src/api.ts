import { api, injectContract } from '@trellis/shell-sdk';

/** The calls of the API that this feature makes. */
export const walletApi = injectContract(api, [
  'getProfile',
  'getBalances',
  'listRecords',
  'getRecord',
  'listStatements',
  'getStatement',
  'getTransferTerms',
  'checkTransferRecipient',
  'createTransfer',
  'getExchangeTerms',
  'createExchangeQuote',
  'createExchange',
  'getWithdrawalTerms',
  'getWithdrawalQuote',
  'checkWithdrawalAddress',
  'createWithdrawal',
  'listWithdrawals',
  'getWithdrawal',
  'cancelWithdrawal',
  'listAddresses',
  'addAddress',
]);
