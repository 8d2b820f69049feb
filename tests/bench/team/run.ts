/**
 * `npm run bench:team`: a team of a million members and three years of sales, in three shapes of the tree: what members read, by
 * eight clients at once and alongside a team of a thousand; placement at the end of a very long leg; the bonus of a day; and how
 * late a sale is known to all above, at a thousand sales a second. `--members 1000000`, `--shapes random,chain,broom`,
 * `--seconds 60` of sales, `--explain` reports the plans of a closing, `--verify` looks through the index in the end, `--try
 * change.sql` makes a change on the filled database first, to see what it would bring, `--json` prints one object, `--quick` ends
 * within two minutes.
 */
import { readFileSync } from 'node:fs';
import { Random } from '../../../api/src/testing/index.ts';
import { readOptions } from '../../support/options.ts';
import { EmptyCluster } from '../ledger/emptyCluster.ts';
import { rounded } from '../ledger/report.ts';
import { say } from '../ledger/rounds.ts';
import { firstScreenBytes } from '../web/bytes.ts';
import { explainClosing, measureClosing, moveToTomorrow } from './bonusDay.ts';
import { type Measured, missedOf } from './goals.ts';
import { checkIndex, verifyIndex } from './guard.ts';
import { measureLag } from './lag.ts';
import { load, type Team } from './loading.ts';
import { measureOperators } from './operators.ts';
import { measurePlacements } from './placements.ts';
import { measureReads, Readers } from './reads.ts';
import { sell } from './sales.ts';
import { TeamIndex } from './teamIndex.ts';
import { growTree, type Shape, shapes } from './tree.ts';

const { values: flags } = readOptions({
  options: {
    members: { type: 'string' },
    shapes: { type: 'string' },
    seconds: { type: 'string' },
    explain: { type: 'boolean' },
    verify: { type: 'boolean' },
    try: { type: 'string' },
    json: { type: 'boolean' },
    quick: { type: 'boolean' },
  },
});
const few = 1_000;
const members = Number(flags.members ?? (flags.quick ? 20_000 : 1_000_000));
const seconds = Number(flags.seconds ?? (flags.quick ? 5 : 60));
const calls = flags.quick ? 100 : 400;
const placements = flags.quick ? 50 : 200;
const chosen = shapes.filter((shape) => (flags.shapes ?? shapes.join()).split(',').includes(shape));
if (!Number.isSafeInteger(members) || members < few || !(seconds > 0) || chosen.length === 0) {
  process.stderr.write(`--members is a whole number from ${few} on, --shapes some of ${shapes.join()}.\n`);
  process.exit(2);
}

const random = new Random();

/** A cluster with a team in it. */
interface Loaded {
  readonly cluster: EmptyCluster;
  readonly team: Team;
}

async function onFreshTeam<Result>(
  shape: Shape,
  size: number,
  measure: (loaded: Loaded) => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  const tree = growTree(shape, size, random);
  const sales = sell(size, random);
  const team = { tree, sales, index: new TeamIndex(tree, sales) };
  const cluster = await EmptyCluster.create();
  try {
    await load(cluster, team);
    if (flags.try !== undefined) await cluster.asOwner((owner) => owner.query(readFileSync(flags.try ?? '', 'utf8')));
    await checkIndex(cluster, team, random);
    say(`${shape}: ${size} members were loaded in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
    return await measure({ cluster, team });
  } finally {
    await cluster.remove();
  }
}

async function measureReadsAlongside(large: Loaded, small: Loaded) {
  const readers = [large, small].map(({ cluster, team }) => new Readers(cluster.url, team.tree.members, random)) as [
    Readers,
    Readers,
  ];
  try {
    return await measureReads(...readers, calls);
  } finally {
    for (const each of readers) await each.close();
  }
}

async function measureAll(large: Loaded, small: Loaded): Promise<Measured> {
  const { cluster, team } = large;
  const outcomeOf = <Part>(name: string, part: Part): Part => {
    say(`${name}: ${JSON.stringify(part)}`);
    return part;
  };
  const reads = outcomeOf('reads', await measureReadsAlongside(large, small));
  const placement = outcomeOf('placement', await measurePlacements(cluster.url, team.tree, placements));
  if (flags.explain) await explainClosing(cluster, say);
  const bonus_day = outcomeOf('bonus day', await measureClosing(cluster));
  const operators = outcomeOf('operators', await measureOperators(cluster));
  const lag = outcomeOf('lag', await measureLag(cluster, members, seconds, random));
  await moveToTomorrow(cluster);
  const next_bonus_day = outcomeOf('next bonus day', await measureClosing(cluster));
  if (flags.verify) await verifyIndex(cluster);
  return { reads, placement, bonus_day, operators, lag, next_bonus_day };
}

async function measureShape(shape: Shape) {
  const measured = await onFreshTeam(shape, few, (small) =>
    onFreshTeam(shape, members, (large) => measureAll(large, small)),
  );
  const missed = missedOf(measured);
  for (const each of missed) say(`${shape}: ${each}`);
  return { ...measured, missed };
}

async function main(): Promise<void> {
  const startedAt = performance.now();
  const byShape: Partial<Record<Shape, Awaited<ReturnType<typeof measureShape>>>> = {};
  for (const shape of chosen) byShape[shape] = await measureShape(shape);
  const bytes = firstScreenBytes('team');
  if (bytes === undefined) say('mf-team is not built, so its bytes are left out');
  const summary = {
    members,
    ...byShape,
    team_first_screen_bytes_br: bytes ?? null,
    seconds: rounded((performance.now() - startedAt) / 1_000, 0),
  };
  process.stdout.write(`${JSON.stringify(summary, null, flags.json ? undefined : 2)}\n`);
}

await main();
