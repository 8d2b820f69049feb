import { packageAbout } from '../products/packages/packageAbout.ts';
import { stakeAbout } from '../products/stakes/stakeAbout.ts';
import { transferAbout } from '../products/transfers/transferAbout.ts';
import type { RecordAbout } from '../products/wallet/about.ts';
import { withdrawalAbout } from '../products/withdrawals/withdrawalAbout.ts';

/** Products whose records are about something. */
export const recordAbout: readonly RecordAbout[] = [transferAbout, packageAbout, stakeAbout, withdrawalAbout];
