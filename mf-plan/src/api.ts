import type { Output } from '@trellis/api-contract';
import { injectContract, memberContract } from '@trellis/shell-sdk';

/** The calls of the API that this feature makes. */
export const planApi = injectContract(memberContract, [
  'getPackageOffer',
  'getPackageQuote',
  'listPackages',
  'cancelPackage',
  'getCertificate',
  'setCountry',
]);

export type Offer = Output<'getPackageOffer'>;
export type OfferedLevel = Offer['levels'][number];
/** A page of what a member has bought. */
export type OwnPackages = Output<'listPackages'>;
export type OwnPackage = OwnPackages['packages'][number];
export type Quote = Output<'getPackageQuote'>;
