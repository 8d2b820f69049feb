import type { Endpoint } from '@trellis/api-contract';
import { type OperatorRole, operatorApiBase, operatorPolicies } from '@trellis/api-contract/operator';
import type { Config } from '../../ground/config.ts';
import { AppError } from '../../ground/errors.ts';
import { type Audience, callerAdmission } from '../../platform/http/audience.ts';
import type { OperatorAudienceCaller, SessionOperator } from '../../platform/http/caller.ts';
import { operatorCookie } from '../../platform/http/cookies.ts';
import type { IdempotentCalls } from '../../platform/http/idempotency.ts';
import type { Hosts } from '../../platform/http/origin.ts';
import type { FreshCodes } from './freshCodes.ts';
import { type OperatorSessions, presentOperator } from './session.ts';

export interface OperatorAudienceParts {
  readonly config: Config;
  readonly sessions: OperatorSessions;
  readonly freshCodes: FreshCodes;
  readonly keptCalls: IdempotentCalls;
  readonly hosts: () => Hosts;
}

/**
 * Operators, on their own host and with their own cookie; and the commands of those who reach the database anyway. They
 * may do everything but what its contract keeps for a session.
 */
export const operatorAudience = ({
  config,
  sessions,
  freshCodes,
  keptCalls,
  hosts,
}: OperatorAudienceParts): Audience<OperatorAudienceCaller> => ({
  kind: 'operator',
  hosts,
  base: operatorApiBase,
  cookie: operatorCookie(config),
  identify: async (call) => ({
    ...call,
    command: undefined,
    operator: call.token === undefined ? undefined : await sessions.find(call.token, call.background ?? false),
  }),
  policies: {
    public: policy(() => undefined),
    operator: policy(needSession),
    ...Object.fromEntries(
      Object.entries(operatorPolicies).map(([name, roles]) => [name, policy((operator) => needRole(operator, roles))]),
    ),
  },
  admission: callerAdmission(config),
  idOf: ({ operator, command }) => (command === undefined ? operator?.id : `command:${command}`),
  userOf: ({ operator }) => (operator ? presentOperator(operator) : null),
  nameOf: ({ operator }) => operator?.name,
  languageOf: () => undefined,
  keptCalls,
  freshCode: async ({ operator, command }, code) => {
    if (command === undefined) await freshCodes.use(needSession(operator), code);
  },
});

/** @param check what it asks of a call on the operators' host */
const policy =
  (check: (operator: SessionOperator | undefined) => void) =>
  ({ operator, command }: OperatorAudienceCaller, { byCommand }: Endpoint): void => {
    if (command === undefined) check(operator);
    else if (byCommand === false) throw new AppError('auth.forbidden');
  };

function needSession(operator: SessionOperator | undefined): SessionOperator {
  if (!operator) throw new AppError('auth.session_required');
  return operator;
}

function needRole(operator: SessionOperator | undefined, allowed: readonly OperatorRole[]): void {
  if (!needSession(operator).roles.some((role) => allowed.includes(role))) throw new AppError('auth.forbidden');
}
