import { presentAsked } from '../../governance/approvals/approvals.ts';
import { actorOf } from '../../governance/audit/actor.ts';
import { AppError } from '../../ground/errors.ts';
import { endpoint, type OperatorEndpoints } from '../../platform/http/endpoint.ts';
import { newWord } from '../credentials/sessionToken.ts';
import type { OperatorChanges } from './operatorChanges.ts';
import type { ListedOperator, OperatorDirectory } from './operatorDirectory.ts';

/** With what consoles of the version before read as `approvals`. */
const present = (operator: ListedOperator) => ({ ...operator, yeses: operator.approvals });

/** Who operators are, and what admins do with them. */
export function operatorDirectoryEndpoints(directory: OperatorDirectory, changes: OperatorChanges): OperatorEndpoints {
  const one = async (name: string) => {
    const [operator] = await directory.list(name);
    if (!operator) throw new AppError('request.not_found');
    return present(operator);
  };
  return [
    endpoint('operator', 'listOperators', {
      handle: async () => ({ body: { operators: (await directory.list()).map(present) } }),
    }),
    endpoint('operator', 'getOperator', {
      async handle({ name }) {
        const sessions = await directory.sessionsOf(name);
        return {
          body: {
            operator: await one(name),
            sessions,
          },
        };
      },
    }),
    endpoint('operator', 'inviteOperator', {
      transaction: 'own',
      async handle({ name, roles, reason }, caller) {
        const word = newWord();
        const request = await changes.ask('invite', name, roles, { ...actorOf(caller), reason }, word);
        return {
          status: 202,
          body: { ...presentAsked(request), word },
        };
      },
    }),
    endpoint('operator', 'changeOperatorRoles', {
      transaction: 'own',
      async handle({ name, roles, reason }, caller) {
        return {
          status: 202,
          body: presentAsked(await changes.ask('roles', name, roles, { ...actorOf(caller), reason })),
        };
      },
    }),
    endpoint('operator', 'suspendOperator', {
      recorded: true,
      transaction: 'own',
      async handle({ name, reason }, caller) {
        await changes.suspend(name, { ...actorOf(caller), reason });
        return { body: await one(name) };
      },
    }),
    endpoint('operator', 'restoreOperator', {
      transaction: 'own',
      handle: async ({ name, reason }, caller) => ({
        status: 202,
        body: presentAsked(await changes.ask('restore', name, [], { ...actorOf(caller), reason })),
      }),
    }),
    endpoint('operator', 'endOperatorSessions', {
      recorded: true,
      transaction: 'own',
      async handle({ name, reason }, caller) {
        await changes.endSessions(name, { ...actorOf(caller), reason });
        return { body: await one(name) };
      },
    }),
  ];
}
