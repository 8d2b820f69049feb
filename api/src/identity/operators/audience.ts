import { type OperatorRole, operatorApiBase, operatorPolicies } from '@trellis/api-contract/operator';
import type { Config } from '../../ground/config.ts';
import { AppError } from '../../ground/errors.ts';
import type { Audience } from '../../platform/http/audience.ts';
import type { OpsCaller, SessionOperator } from '../../platform/http/caller.ts';
import { operatorCookie } from '../../platform/http/cookies.ts';
import { type OperatorSessions, presentOperator } from './session.ts';

export interface OperatorAudienceParts {
  readonly config: Config;
  readonly sessions: OperatorSessions;
  readonly hosts: () => ReadonlySet<string>;
}

/** Operators, on their own host and with their own cookie. */
export const operatorAudience = ({ config, sessions, hosts }: OperatorAudienceParts): Audience<OpsCaller> => ({
  kind: 'operator',
  hosts,
  base: operatorApiBase,
  cookie: operatorCookie(config),
  identify: async (call) => ({
    ...call,
    operator: call.token === undefined ? undefined : await sessions.find(call.token),
  }),
  policies: {
    public: () => undefined,
    operator: ({ operator }) => void needSession(operator),
    ...Object.fromEntries(
      Object.entries(operatorPolicies).map(([policy, roles]) => [
        policy,
        ({ operator }: OpsCaller) => needRole(operator, roles),
      ]),
    ),
  },
  idOf: ({ operator }) => operator?.id,
  userOf: ({ operator }) => (operator ? presentOperator(operator) : null),
  languageOf: () => undefined,
});

function needSession(operator: SessionOperator | undefined): SessionOperator {
  if (!operator) throw new AppError('auth.session_required');
  return operator;
}

function needRole(operator: SessionOperator | undefined, allowed: readonly OperatorRole[]): void {
  if (!needSession(operator).roles.some((role) => allowed.includes(role))) throw new AppError('auth.forbidden');
}
