import type { Database } from '../platform/db/database.ts';
import { StakeMaturities } from '../products/stakes/stakeMaturities.ts';
import { Destinations } from '../products/withdrawals/destinations.ts';

/** What carries out stakes of which none pays to an address: then neither destinations nor payouts are asked. */
export const stakeMaturitiesIn = (database: Database): StakeMaturities =>
  new StakeMaturities({
    database,
    destinations: new Destinations(database, undefined as never),
    stakePayouts: undefined as never,
  });
