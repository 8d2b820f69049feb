import type { Endpoint, MemberAction } from '@trellis/api-contract';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../db/database.ts';
import type { ActionGuard, Audience } from './audience.ts';
import type { Call } from './caller.ts';
import type { Idempotency, Reply, ServedEndpoint } from './endpoint.ts';
import { type IdempotentCalls, inFlight, readIdempotencyKey, requestHash } from './idempotency.ts';
import type { ActionProof } from './proof.ts';
import type { RateLimits } from './rateLimit.ts';
import { keepsRefusal, type SecurityEvent, type SecurityRecords } from './securityRecords.ts';
import { checkResponse, parseInput } from './validation.ts';

/** What a call brings along, unchecked. */
export interface RawRequest {
  readonly params: unknown;
  readonly query: unknown;
  /** Looked at only when policy and limit have let the call in. */
  readonly body: () => unknown;
  /** The header `Idempotency-Key`. */
  readonly key: string | string[] | undefined;
}

/** For what has neither parameters nor body. */
export const emptyRequest: RawRequest = { params: {}, query: {}, body: () => undefined, key: undefined };

/** An answer, and whether it was given before. */
export interface Answer extends Reply<unknown> {
  readonly replayed: boolean;
}

export interface InvokerParts {
  readonly database: Database;
  readonly rateLimits: RateLimits;
  readonly securityRecords: SecurityRecords;
  /** Whether answers are held against their schemas, and handlers against their transaction scope. */
  readonly checked: boolean;
}

/**
 * Runs endpoints of one audience, whoever asks: HTTP, the server loader, a command. Each call goes: policy → rate limit →
 * body and schema → a fresh code → the action's proof → idempotency → handler (in its transaction, which uses the proof up) → response
 * schema. An idempotent endpoint may first attempt its effect in a batch with others; what is not certain there goes the
 * way of all.
 */
export class Invoker<C extends Call> {
  readonly #audience: Audience<C>;
  readonly #parts: InvokerParts;

  constructor(audience: Audience<C>, parts: InvokerParts) {
    this.#audience = audience;
    this.#parts = parts;
  }

  /** @throws AppError of the policy, the limit, the schemas, the proof, or the handler's own */
  async invoke(endpoint: ServedEndpoint<C>, caller: C, request: RawRequest): Promise<Answer> {
    const { kind } = this.#audience;
    const { contract, recorded: isRecorded } = endpoint;
    let input: Record<string, unknown> | undefined;
    let answer: Answer;
    try {
      answer = await this.#letIn(endpoint, caller, request, (parsed) => {
        input = parsed;
      });
    } catch (error) {
      const { method, action } = contract;
      const call = {
        audience: kind,
        method,
        hasAction: action !== undefined,
        isRecorded,
        wasLetIn: input !== undefined,
      };
      if (error instanceof AppError && keepsRefusal(error.code, call))
        await this.#record(endpoint, caller, input, error.code);
      throw error;
    }
    if (isRecorded) await this.#record(endpoint, caller, input, 'done', answer.about);
    return answer;
  }

  async #letIn(
    endpoint: ServedEndpoint<C>,
    caller: C,
    request: RawRequest,
    parsed: (input: Record<string, unknown>) => void,
  ): Promise<Answer> {
    const { contract, schemas } = endpoint;
    const { idOf, kind, idempotentCalls, keptCalls } = this.#audience;
    this.#checkPolicy(endpoint, caller);
    const callerId = idOf(caller);
    await this.#parts.rateLimits.count(endpoint, caller, callerId && `${kind} ${callerId}`);
    const key = contract.idempotent ? readIdempotencyKey(request.key) : undefined;
    const input = parseInput(schemas, {
      params: request.params,
      query: request.query,
      body: contract.method === 'POST' ? request.body() : undefined,
    });
    parsed(input);
    if (key === undefined) {
      const run = async () => {
        await this.#proveFresh(endpoint, input, caller);
        return this.#run(endpoint, input, caller, callerId);
      };
      const isKept = keptCalls && callerId !== undefined && request.key !== undefined && contract.method !== 'GET';
      if (!isKept || contract.auth === 'public') return run();
      const call = { key: readIdempotencyKey(request.key), requestHash: requestHash(endpoint.name, input) };
      return keptCalls.runKept(callerId, call, caller.requestId, run);
    }
    // Its policy lets nobody in without a session, and its audience keeps answers: `checkEndpoints` has seen to that.
    if (callerId === undefined || !idempotentCalls) throw new AppError('auth.forbidden');
    const idempotency: Idempotency = { key, requestHash: requestHash(endpoint.name, input) };
    return this.#runOnce(endpoint, input, { ...caller, idempotency }, callerId, idempotentCalls);
  }

  async #run(
    endpoint: ServedEndpoint<C>,
    input: Record<string, unknown>,
    caller: C,
    callerId: string | undefined,
  ): Promise<Answer> {
    const { database, checked } = this.#parts;
    const proof = await this.#prove(endpoint, input, caller, callerId);
    const prepared = await endpoint.prepare?.(input, caller);
    const handle = () => endpoint.handle(input, caller, prepared);
    const scopes = {
      none: () => (checked ? database.withoutTransactions(handle) : handle()),
      own: handle,
      call: () =>
        database.inTransaction(async () => {
          await proof?.use();
          return handle();
        }),
    };
    return { ...this.#check(endpoint, await scopes[endpoint.transaction]()), replayed: false };
  }

  async #runOnce(
    endpoint: ServedEndpoint<C>,
    input: Record<string, unknown>,
    caller: C & { readonly idempotency: Idempotency },
    callerId: string,
    idempotentCalls: IdempotentCalls,
  ): Promise<Answer> {
    const { idempotency, requestId } = caller;
    const action = actionOf(endpoint, input);
    const { reply, proof } =
      action === undefined || !(await this.#guard().mayAsk(action))
        ? { reply: await endpoint.attempt?.(input, caller, undefined), proof: undefined }
        : await this.#attemptProven(endpoint, action, input, caller, callerId, idempotentCalls);
    if (reply) return { ...this.#check(endpoint, reply), replayed: false };
    return idempotentCalls.runOnce(callerId, idempotency, requestId, async () => {
      await proof?.use();
      return this.#check(endpoint, await endpoint.handle(input, caller, undefined));
    });
  }

  /**
   * A call whose action may ask for a proof: done at once where it can be, else the proof with which it may be done.
   * Neither: it was answered before, whatever has become of its code since.
   */
  async #attemptProven(
    endpoint: ServedEndpoint<C>,
    action: MemberAction,
    input: Record<string, unknown>,
    caller: C & { readonly idempotency: Idempotency },
    callerId: string,
    idempotentCalls: IdempotentCalls,
  ): Promise<{ readonly reply?: Reply<unknown> | undefined; readonly proof?: ActionProof | undefined }> {
    const guard = this.#guard();
    const { attempt, usdValue } = endpoint;
    // Of a small amount nothing is asked for, and so there is no guess that another would have to wait for.
    if (attempt && usdValue && (await guard.asksNothing(action, callerId, await usdValue(input, caller)))) {
      const reply = await attempt(input, caller, undefined);
      if (reply) return { reply };
    }
    return guard.inTurn(callerId, async () => {
      const reply =
        attempt && (await guard.attempt(action, callerId, codeIn(input), (step) => attempt(input, caller, step)));
      const { key } = caller.idempotency;
      if (reply || (await idempotentCalls.isAnswered(callerId, key))) return { reply };
      try {
        return { proof: await this.#authorise(endpoint, action, input, caller, callerId) };
      } catch (refusal) {
        // Its first sending may be under way, begun before the code ran out: what becomes of that is the answer.
        const { state } = await idempotentCalls.lookUp(callerId, key);
        if (state === 'in_flight') throw inFlight();
        if (state === 'unknown') throw refusal;
        return {};
      }
    });
  }

  async #record(
    { name, typedName }: ServedEndpoint<C>,
    caller: C,
    input: Record<string, unknown> | undefined,
    outcome: SecurityEvent['outcome'],
    about?: string,
  ): Promise<void> {
    const { address, userAgent, requestId } = caller;
    const { kind: audience, idOf } = this.#audience;
    const command = 'command' in caller && typeof caller.command === 'string' ? caller.command : undefined;
    await this.#parts.securityRecords.add({
      audience,
      event: name,
      outcome,
      // A log-in alongside an open session is of whom it names.
      about: about ?? (typedName || command !== undefined ? undefined : idOf(caller)),
      typedName: input && typedName?.(input),
      command,
      address,
      userAgent,
      requestId,
    });
  }

  async #prove(
    endpoint: ServedEndpoint<C>,
    input: Record<string, unknown>,
    caller: C,
    callerId: string | undefined,
  ): Promise<ActionProof | undefined> {
    const action = actionOf(endpoint, input);
    if (action === undefined || !(await this.#guard().mayAsk(action))) return undefined;
    if (callerId === undefined) throw new AppError('auth.session_required');
    return this.#guard().inTurn(callerId, () => this.#authorise(endpoint, action, input, caller, callerId));
  }

  async #authorise(
    { usdValue }: ServedEndpoint<C>,
    action: MemberAction,
    input: Record<string, unknown>,
    caller: C,
    callerId: string,
  ): Promise<ActionProof | undefined> {
    return this.#guard().authorise(action, callerId, codeIn(input), await usdValue?.(input, caller), caller);
  }

  /** Before anything is done: what is refused afterwards needs the next code. The handler does not see it. */
  async #proveFresh(
    { name, contract, needsCode }: ServedEndpoint<C>,
    input: Record<string, unknown>,
    caller: C,
  ): Promise<void> {
    if (!contract.freshCode) return;
    const { freshCode, idOf, kind } = this.#audience;
    if (!freshCode) throw new AppError('auth.forbidden');
    const { beyond = 0 } = typeof contract.freshCode === 'object' ? contract.freshCode : {};
    const key = `${kind} ${idOf(caller) ?? ''}`;
    const isFree =
      beyond > 0 && codeIn(input) === undefined && (await this.#parts.rateLimits.takeFree(name, beyond, key));
    const isAsked = needsCode ? await needsCode(input, caller) : asksForCode(contract.freshCode, input);
    if (!isFree && isAsked) {
      await freshCode(caller, codeIn(input));
      if (beyond > 0) await this.#parts.rateLimits.beginFree(name, beyond, key);
    }
    delete input.code;
  }

  /** @throws AppError auth.forbidden where an endpoint has an action and its audience nothing to decide about it */
  #guard(): ActionGuard {
    const { actions } = this.#audience;
    if (!actions) throw new AppError('auth.forbidden');
    return actions;
  }

  /** @throws AppError of the policy, or auth.forbidden where there is none: nothing is open by a mistake */
  #checkPolicy({ contract }: ServedEndpoint<C>, caller: C): void {
    const policy = this.#audience.policies[contract.auth];
    if (!policy) throw new AppError('auth.forbidden');
    policy(caller, contract);
  }

  #check({ name, schemas }: ServedEndpoint<C>, reply: Reply<unknown>): Reply<unknown> {
    if (this.#parts.checked) checkResponse(name, schemas, reply.body);
    return reply;
  }
}

/** What a call asks a proof for. */
const actionOf = <C extends Call>(
  { contract, actionOf: decide }: ServedEndpoint<C>,
  input: Record<string, unknown>,
): MemberAction | undefined => contract.action && (decide?.(input) ?? contract.action);

const codeIn = ({ code }: Record<string, unknown>): string | undefined => (typeof code === 'string' ? code : undefined);

const asksForCode = (freshCode: NonNullable<Endpoint['freshCode']>, input: Record<string, unknown>): boolean =>
  typeof freshCode !== 'object' ||
  (stand(freshCode.when ?? {}, input) && !(freshCode.unless !== undefined && stand(freshCode.unless, input)));

const stand = (wanted: Readonly<Record<string, unknown>>, input: Record<string, unknown>): boolean =>
  Object.entries(wanted).every(([name, value]) => input[name] === value);
