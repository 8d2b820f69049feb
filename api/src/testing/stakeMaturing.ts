import { Rules } from '../governance/rules/rules.ts';
import { type Clock, systemClock } from '../ground/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { StakeMaturities } from '../products/stakes/stakeMaturities.ts';
import { Destinations } from '../products/withdrawals/destinations.ts';

/** What carries out stakes of which none pays to an address: then neither destinations nor payouts are asked. */
export const stakeMaturitiesIn = (database: Database, clock: Clock = systemClock): StakeMaturities =>
  new StakeMaturities({
    database,
    rules: new Rules(database, clock),
    destinations: new Destinations(database, undefined as never),
    stakePayouts: undefined as never,
  });
