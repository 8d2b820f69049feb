import { type FactorKind, type LockCause, type MemberAction, mailedActions } from '@trellis/api-contract';
import type { RuleValue } from '@trellis/api-contract/schemas';
import type { Rules } from '../../governance/rules/rules.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError, fieldError } from '../../ground/errors.ts';
import { BatchedRead } from '../../platform/db/batchedRead.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ActionGuard } from '../../platform/http/audience.ts';
import type { Call } from '../../platform/http/caller.ts';
import type { ActionProof, CodeStep } from '../../platform/http/proof.ts';
import { type EmailCodes, memberAsker } from '../credentials/emailCodes.ts';
import { Turns } from '../credentials/turns.ts';
import type { MemberCodes, MemberSecurity } from '../members/memberCodes.ts';
import type { Factors } from './google/factors.ts';
import type { PasskeyProofs } from './passkeys/passkeyProofs.ts';

/** What an action asks for, by the rule `action`, which operators change. */
type ActionRule = RuleValue<'action'>;

const nothing: Demand = {
  factor: 'none',
  aboveMinor: undefined,
  passkey: false,
  bindFirst: false,
  lockedUntil: undefined,
};

/** What an action asks of a member now. */
export interface Demand {
  readonly factor: FactorKind;
  /** Asked for only above this, in USD minor units. */
  readonly aboveMinor: bigint | undefined;
  /** A passkey of the member will do in its place. */
  readonly passkey: boolean;
  readonly bindFirst: boolean;
  readonly lockedUntil: Date | undefined;
}

const isMailed = (action: MemberAction): action is (typeof mailedActions)[number] =>
  mailedActions.some((each) => each === action);
/** Actions that a recovery code will do for: who lost the authenticator has to get rid of it. */
const recoveryActions: ReadonlySet<MemberAction> = new Set(['unbindGoogle', 'changePassword']);

export interface ActionParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly rules: Rules;
  readonly memberCodes: MemberCodes;
  readonly factors: Factors;
  readonly codes: EmailCodes;
  readonly passkeyProofs: PasskeyProofs;
  /** Off: nothing is asked for. */
  readonly enforced: boolean;
}

/** The one place that decides what an action asks for alongside a session. */
export class Actions implements ActionGuard {
  readonly #parts: ActionParts;
  readonly #securityReads: BatchedRead<string, MemberSecurity | undefined>;
  readonly #turns = new Turns();

  constructor(parts: ActionParts) {
    this.#parts = parts;
    this.#securityReads = new BatchedRead(parts.database, (ids) => parts.memberCodes.securityOf(ids));
  }

  /** What every action asks of a member now, and the lock that is on. */
  async demandsOf(memberId: string): Promise<{
    demands: ReadonlyMap<MemberAction, Demand>;
    lock: { until: Date; cause: LockCause } | undefined;
  }> {
    const [rules, security, byPasskey] = await Promise.all([
      this.#parts.rules.all('action'),
      this.#securityOf(memberId),
      this.#parts.passkeyProofs.actionsOf(memberId),
    ]);
    const demands = new Map(
      [...rules].map(([action, rule]) => {
        const demand = this.#demand(action, rule, security);
        return [action, { ...demand, passkey: demand.factor !== 'none' && byPasskey.has(action) }];
      }),
    );
    const { locked_until: until, lock_cause: cause } = security;
    return { demands, lock: until && cause && this.#isLocked(security) ? { until, cause } : undefined };
  }

  /** Whether an action of this amount may need a code, for calls that would do without a look at the member. */
  async mayAsk(action: MemberAction): Promise<boolean> {
    if (!this.#parts.enforced) return false;
    const { needsGoogle, code, securityLock } = await this.#parts.rules.at('action', action);
    return needsGoogle || securityLock || code !== 'never';
  }

  inTurn<T>(memberId: string, work: () => Promise<T>): Promise<T> {
    return this.#turns.run(memberId, work);
  }

  async attempt<T>(
    action: MemberAction,
    memberId: string,
    code: string | undefined,
    work: (codeStep: CodeStep) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const rule = await this.#parts.rules.at('action', action);
    const security = await this.#securityOf(memberId);
    const { factor, aboveMinor, bindFirst, lockedUntil } = this.#demand(action, rule, security);
    if (code === undefined || factor !== 'google' || aboveMinor !== undefined || bindFirst || lockedUntil)
      return undefined;
    const step = this.#parts.factors.freshStep(memberId, security, code);
    return step === undefined ? undefined : work(step);
  }

  async asksNothing(action: MemberAction, memberId: string, usdMinor: bigint | undefined): Promise<boolean> {
    const rule = await this.#parts.rules.at('action', action);
    const { factor, aboveMinor, bindFirst, lockedUntil } = this.#demand(action, rule, await this.#securityOf(memberId));
    if (bindFirst || lockedUntil) return false;
    return factor === 'none' || (aboveMinor !== undefined && usdMinor !== undefined && usdMinor <= aboveMinor);
  }

  /**
   * Refuses, or looks at the code and counts the try. Outside of any transaction: a try stays counted.
   * @param usdMinor what the action moves, in USD minor units
   * @param call whose guesses are counted apart from those of others
   * @returns the proof, to be used up in the action's transaction; `undefined` if none is asked for
   * @throws AppError twofactor.required, member.security_lock, auth.second_factor_required, twofactor.incorrect,
   *   code.incorrect, code.invalid_or_expired, auth.too_many_attempts
   */
  async authorise(
    action: MemberAction,
    memberId: string,
    code: string | undefined,
    usdMinor: bigint | undefined,
    { device, token = '' }: Pick<Call, 'device' | 'token'>,
  ): Promise<ActionProof | undefined> {
    const rule = await this.#parts.rules.at('action', action);
    const security = await this.#securityOf(memberId);
    const demand = this.#demand(action, rule, security);
    if (demand.bindFirst) throw new AppError('twofactor.required');
    if (demand.lockedUntil)
      throw new AppError('member.security_lock', { params: { until: demand.lockedUntil.toISOString() } });
    const isSmall = demand.aboveMinor !== undefined && usdMinor !== undefined && usdMinor <= demand.aboveMinor;
    if (demand.factor === 'none' || isSmall) return undefined;
    if (demand.factor === 'google' && !security.bound) throw new AppError('twofactor.required');
    if (code === undefined) throw fieldError([{ path: 'code', code: 'field.required' }]);
    const { passkeyProofs, factors, codes } = this.#parts;
    const byPasskey = await passkeyProofs.prove(memberId, action, code);
    if (byPasskey) return { use: () => passkeyProofs.use(byPasskey) };
    if (demand.factor === 'google') {
      const factor = await factors.prove(memberId, code, recoveryActions.has(action), {
        kind: 'session',
        device,
        token,
      });
      return { use: () => factors.use(factor) };
    }
    if (!isMailed(action)) throw new Error(`no mailed code proves ${action}`);
    const issue = await codes.check(action, security.email, code, memberAsker(memberId));
    if (issue) throw fieldError([{ ...issue, path: 'code' }]);
    return { use: () => codes.consume(action, security.email, 'code') };
  }

  #demand(action: MemberAction, rule: ActionRule, security: MemberSecurity): Demand {
    if (!this.#parts.enforced) return nothing;
    const asks = rule.code === 'always' || rule.code === 'above' || (rule.code === 'bound' && security.bound);
    // Of an amount above one that is free, the act itself says so.
    const needsGoogle = rule.needsGoogle || (asks && rule.code !== 'above' && !isMailed(action));
    return {
      factor: asks ? (security.bound || rule.needsGoogle || !isMailed(action) ? 'google' : 'email') : 'none',
      aboveMinor: rule.above ?? undefined,
      passkey: false,
      bindFirst: needsGoogle && !security.bound,
      lockedUntil: (rule.securityLock && this.#isLocked(security) && security.locked_until) || undefined,
    };
  }

  #isLocked({ locked_until: until }: MemberSecurity): boolean {
    return until !== null && until > this.#parts.clock.now();
  }

  async #securityOf(memberId: string): Promise<MemberSecurity> {
    const security = await this.#securityReads.get(memberId);
    if (!security) throw new AppError('auth.session_required');
    return security;
  }
}
