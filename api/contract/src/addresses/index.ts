/**
 * Addresses of the chains that money leaves to, checked the same way in the browser and on the server: of the main
 * network, with their checksum, and of a kind that somebody can spend from today. Denied addresses (token contracts, our
 * own) are the server's to know.
 */
export { type AccountChain, accountOfAddress, addressOfAccount } from './account.ts';
export { type AddressChain, type AddressVerdict, addressChains, checkAddress, sameAddress } from './check.ts';
