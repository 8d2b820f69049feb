import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Client, publishRelease, ReleaseStore, releaseKeys, runningPostgresUrl } from '../../api/src/testing/index.ts';
import { activateUnasked, publishBroken } from '../support/brokenRelease.ts';
import { runOps } from '../support/command.ts';
import { asOperator } from '../support/operatorCalls.ts';
import type { Product } from '../support/product.ts';
import { type Attack, control, from, signUp, teamKeyOf } from './attack.ts';

const accounts = 10;

/** Ways to change what members load. */
export const releaseAttacks: readonly Attack[] = [
  {
    name: 'ten throw-away accounts undo a release',
    async run(product) {
      const { release } = publishBroken(product, 'plan', 'missing export');
      const takeBack = await activateUnasked(product, 'plan', release);
      try {
        await delay(1_200);
        const crash = { feature: 'plan', release, phase: 'render', outcome: 'crashed', milliseconds: 1 };
        for (let number = 0; number < accounts; number += 1) {
          const network = `198.18.${number}.1`;
          const client = await newAccount(product, `throwaway${number}`, network);
          const reported = await client.post('/api/v1/release-reports', { reports: [crash] }, from(network));
          control(reported.status === 202, `a report was refused: ${reported.text}`);
        }
        // The watch has looked twice.
        await delay(11_000);
        const { events } = (await runOps(product, 'getReleaseHistory', 'plan', '--limit', '1')) as {
          events?: { action: string; release: string }[];
        };
        const [latest] = events ?? [];
        control(latest !== undefined, 'the release has no history');
        return latest?.action === 'activate' && latest.release === release ? [] : [`it is ${latest?.action}`];
      } finally {
        await takeBack();
      }
    },
  },
  {
    name: 'twelve members undo the trial of a release that they were not given',
    async run(product) {
      const { release } = publishBroken(product, 'plan', 'throws while drawing');
      const clients: Client[] = [];
      for (let number = 0; number < 12; number += 1)
        clients.push(await newAccount(product, `untried${number}`, `198.19.${number}.1`));
      await inTime(product, '14 days');
      let takeBack = await activateUnasked(product, 'plan', release, 1);
      const crash = { feature: 'plan', release, phase: 'render', outcome: 'crashed', milliseconds: 1 };
      const report = async () => {
        for (const [number, client] of clients.entries()) {
          const answer = await client.post('/api/v1/release-reports', { reports: [crash] }, from(`198.19.${number}.1`));
          control(answer.status === 202, `a report was refused: ${answer.text}`);
        }
        // The watch has looked twice.
        await delay(11_000);
        const { events } = (await runOps(product, 'getReleaseHistory', 'plan', '--limit', '1')) as {
          events?: { action: string; release: string }[];
        };
        return events?.[0]?.action;
      };
      try {
        await delay(1_200);
        for (const client of clients)
          control(!(await client.get('/plan')).text.includes(`"${release}"`), 'one of them was given the release');
        const untried = await report();
        if (untried !== 'rollout') return [`it is ${untried}`];
        takeBack = await activateUnasked(product, 'plan', release);
        control((await report()) === 'rollback', 'the same members undo nothing where it is theirs');
        return [];
      } finally {
        // It may have gone back by itself.
        await takeBack().catch(() => undefined);
      }
    },
  },
  {
    name: 'a key of team signs the shell and the console',
    async run(product) {
      const activate = (feature: Feature) =>
        asOperator(
          product,
          'mallory-releases',
          'activateRelease',
          { feature, release: publishWithTeamKey(product, feature), reason: 'x' },
          'releases',
        ).then(() => 'done', String);
      const own = await activate('team');
      control(own === 'done', `its own release is not taken: ${own}`);
      await asOperator(product, 'mallory-releases', 'rollBackRelease', { feature: 'team', reason: 'x' }, 'releases');
      const answers = [await activate('shell'), await activate('operator')];
      control(
        answers.every((answer) => answer === 'done' || answer.includes('lets sign other features alone')),
        `they are refused for something else: ${answers.join(' ')}`,
      );
      return answers.filter((answer) => answer === 'done').map(() => 'what a key of team signed is live');
    },
  },
  {
    name: 'a way back to what never was live',
    async run(product) {
      const { release } = publishBroken(product, 'team', 'missing export');
      const never = publishWithTeamKey(product, 'team', 'never-live');
      const back = (to?: string) =>
        asOperator(
          product,
          'mallory-releases',
          'rollBackRelease',
          { feature: 'team', release: to, reason: 'x' },
          'releases',
        ).then(() => 'done', String);
      const answer = await back(release);
      control(!/unknown|not found/i.test(answer), `the release is not there: ${answer}`);
      const through = answer === 'done' ? ['it is live'] : [];
      // To take something back from all takes no code, whoever had it.
      const taken = { feature: 'team', release: never, share: 0, reason: 'x', code: undefined };
      await asOperator(product, 'mallory-releases', 'rollOutRelease', taken, 'releases');
      if ((await back(never)) === 'done') through.push('what was taken back from nobody is live');
      return through;
    },
  },
  {
    name: 'a stolen session goes back to what few were given, or past a closed hole',
    async run(product) {
      const call = (endpoint: 'giveReleaseToMembers' | 'activateRelease' | 'rollBackRelease', input: object) =>
        asOperator(product, 'robbed-releases', endpoint, { feature: 'team', reason: 'x', ...input }, 'releases').then(
          ({ stable }) => String(stable),
          String,
        );
      const back = (release: string | undefined) => call('rollBackRelease', { release, code: undefined });
      const [tried, fix] = ['tried-by-one', 'fix'].map((release) => publishWithTeamKey(product, 'team', release));
      const live = await call('giveReleaseToMembers', { release: tried, members: ['demo'] });
      const through = [];
      if ((await back(tried)) === tried) through.push('what one member was given is live for all');
      control((await back(undefined)) === live, 'nor does it go back to what was live');
      if ((await back(tried)) === tried) through.push('what was gone back from is live again');
      await back(undefined);
      control((await call('activateRelease', { release: fix, securityFix: true })) === fix, 'the fix is not live');
      if ((await back(undefined)) === live) through.push('a closed hole is open again');
      await call('rollBackRelease', { release: live });
      return through;
    },
  },
];

type Feature = 'shell' | 'team' | 'operator';

/** What was live first, under another name, in the store with a signature of the key of team. @returns its name */
function publishWithTeamKey(product: Product, feature: Feature, release = 'of-team'): string {
  const { dataDir } = product;
  const store = new ReleaseStore(join(dataDir, 'releases'));
  const [live = ''] = store.list(feature).filter((each) => /^\d/.test(each));
  const manifest = { ...store.manifest(feature, live), release, global: `app_${feature}@${release}` };
  const folder = mkdtempSync(join(tmpdir(), 'trellis-of-team-'));
  try {
    for (const file of Object.keys(manifest.files)) cpSync(join(store.folder(feature, live), file), join(folder, file));
    writeFileSync(join(folder, 'release.json'), JSON.stringify(manifest));
    publishRelease(
      store,
      releaseKeys({ releaseKeys: new Map(), releaseSigningKey: teamKeyOf(product), dataDir }),
      folder,
    );
    return release;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Puts every account back in time, as the owner of the database: they are as good as anybody's then. */
async function inTime(product: Product, ago: string): Promise<void> {
  const client = new pg.Client({ connectionString: await runningPostgresUrl(product.dataDir) });
  await client.connect();
  try {
    await client.query('UPDATE member SET created_at = created_at - $1::interval', [ago]);
    await client.query('UPDATE member_device SET first_seen_at = first_seen_at - $1::interval', [ago]);
  } finally {
    await client.end();
  }
}

async function newAccount(product: Product, username: string, network: string): Promise<Client> {
  const answer = await signUp(product, username, `${username}@example.org`, network);
  control(answer.status === 201, `${username} was not let in: ${answer.text}`);
  return new Client(product.origin).after(answer);
}
