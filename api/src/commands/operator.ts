/**
 * The operator command; `usage` below lists what it does. It works while Trellis runs (it then uses that database), and
 * by itself when OWNER_DATABASE_URL names one.
 */
import { parseArgs } from 'node:util';
import { type Language, languages } from '@trellis/api-contract';
import { type OperatorRole, operatorRoles, rolesApart, rolesApartIn } from '@trellis/api-contract/operator';
import { readSettings } from '../app/settings.ts';
import { clockOf } from '../ground/clock.ts';
import type { Config } from '../ground/config.ts';
import { ExplainedError } from '../ground/explainedError.ts';
import { createRootMember } from '../identity/access/rootMember.ts';
import { Passwords } from '../identity/credentials/passwords.ts';
import { MemberRepository } from '../identity/members/memberRepository.ts';
import { OperatorAccounts } from '../identity/operators/accounts.ts';
import type { OperatorAccount } from '../identity/operators/operatorRepository.ts';
import { Database } from '../platform/db/database.ts';
import { checkReachable } from '../platform/db/withClient.ts';
import { runningPostgresUrl } from '../platform/embedded/postgres.ts';
import { Tree } from '../products/team/tree.ts';
import { commandName } from './commandName.ts';
import { run, say } from './run.ts';

const apart = rolesApart.map((pair) => pair.join(' and ')).join(', ');
const usage = `Usage:
  npm run operator -- create-root mina mina@example.com  the first member, by whose invitation all others register; once
                                                         (--language en, jp, zh or ko)
  npm run operator -- create  ann --roles releases   prints a link for one enrolment, good for 24 hours; also for
                                                     several at once (ann,bea); roles that keep two people apart
                                                     (${apart}) only with --together
  npm run operator -- list                           who there is
  npm run operator -- suspend ann                    ends every session; nobody logs in by this name, and their open approval ends
  npm run operator -- members ann hana,emma          which member accounts are theirs: they decide nothing about these
  npm run operator -- reset   ann                    a new link, also after a suspension; ends every session
Roles, separated by commas: ${operatorRoles.join(', ')}. The name in the audit log is yours on this machine, or --by <name>.`;

async function main(args: string[]): Promise<void> {
  const { command, name, list, roles, together, language, by } = readArguments(args);
  const config = readSettings(process.env);
  const clock = clockOf(config);
  const url = await ownerUrl(config);
  await checkReachable(url, 'OWNER_DATABASE_URL');
  const database = new Database({ url, poolSize: 1 });
  const accounts = new OperatorAccounts(database, clock, `command:${by}`);
  const showLink = (token: string): void => say(`${config.opsOrigin}/enrol#${token}`);
  try {
    if (command === 'create-root' && name !== undefined && list !== undefined) {
      const code = await createRootMember(
        {
          database,
          clock,
          members: new MemberRepository(database),
          tree: new Tree(database),
          passwords: new Passwords(),
        },
        { username: name, email: list, language: readLanguage(language), actor: `command:${by}` },
      );
      say(`${name} sets a password at ${config.publicOrigin}/forgetPassword, by a code that is mailed to ${list}.`);
      say('As after any password that is set by mail, money leaves the account only a day later.');
      say(`Others register at ${config.publicOrigin}/signup?code=${code}&side=left (or side=right).`);
    } else if (command === 'list') for (const account of await accounts.list()) say(lineOf(account));
    else if (command === 'create' && name !== undefined) {
      const names = listOf(name);
      for (const each of names) {
        const token = await accounts.create(each, readRoles(roles, together));
        if (names.length > 1) say(`${each}:`);
        showLink(token);
      }
    } else if (command === 'reset' && name !== undefined) showLink(await accounts.reset(name));
    else if (command === 'members' && name !== undefined && list !== undefined) {
      await accounts.declareMembers(name, listOf(list));
      say(`${name} decides nothing about ${list}.`);
    } else if (command === 'suspend' && name !== undefined) {
      await accounts.suspend(name);
      say(`${name} is suspended.`);
    } else throw new ExplainedError(usage);
  } finally {
    await database.close();
  }
}

/** Who operators are is the owner's word: the product itself, and whoever gets into it, changes no roles. */
async function ownerUrl({ databaseUrl, ownerDatabaseUrl, dataDir }: Config): Promise<string> {
  if (databaseUrl !== undefined && ownerDatabaseUrl === undefined)
    throw new ExplainedError('OWNER_DATABASE_URL is missing: operators are made by the owner of the database.');
  return ownerDatabaseUrl ?? runningPostgresUrl(dataDir);
}

function readArguments(args: string[]) {
  const options = {
    roles: { type: 'string' },
    together: { type: 'boolean' },
    language: { type: 'string' },
    by: { type: 'string' },
  } as const;
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
  const [command, name, list] = positionals;
  return { command, name, list, ...values, by: commandName(values.by) };
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);

function readRoles(text: string | undefined, together = false): OperatorRole[] {
  const names = (text ?? '').split(',').map((name) => name.trim());
  const roles = names.map((name) => {
    const role = operatorRoles.find((each) => each === name);
    if (role === undefined) throw new ExplainedError(`--roles wants one or more of ${operatorRoles.join(', ')}.`);
    return role;
  });
  if (!together && rolesApartIn(roles))
    throw new ExplainedError(
      `One person with these roles is two of those whom money takes (${apart}). Where there are too few people, add --together.`,
    );
  return roles;
}

function readLanguage(text = 'en'): Language {
  const language = languages.find((each) => each === text);
  if (language === undefined) throw new ExplainedError(`--language wants one of ${languages.join(', ')}.`);
  return language;
}

const lineOf = ({ name, roles, enrolledAt, suspendedAt }: OperatorAccount): string =>
  [name, roles.join(','), suspendedAt ? 'suspended' : enrolledAt ? 'enrolled' : 'not enrolled yet'].join('  ');

run(usage, () => main(process.argv.slice(2)));
