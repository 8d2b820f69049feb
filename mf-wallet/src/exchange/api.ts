import { injectContract, memberContract } from '@trellis/shell-sdk';

/** The calls of the API that only the exchange makes: they come with its screen. */
export const exchangeApi = injectContract(memberContract, ['getExchangeTerms', 'createExchangeQuote']);
