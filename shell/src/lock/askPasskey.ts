import { startAuthentication } from '@simplewebauthn/browser';
import { type Input, memberContract } from '@trellis/api-contract';
import { type ApiFailure, type CallError, injectContract, store } from '@trellis/shell-sdk';
import { askSession, sessionUnlocked } from '@trellis/shell-sdk/host';
import { closeVault, keptBehind, openBy, readKept } from '../offline/vault.ts';
import { forgetLock, isLockUnheard, lockServer } from './lockServer.ts';

export type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type Assertion = Input<'unlock'>['assertion'];

/** How an opening went: refused with an error of the server's, or because no passkey answered. */
export type Opening = 'open' | 'failed' | CallError;

const { endpoints, util } = injectContract(memberContract, ['startUnlock', 'unlock']);

/** What passkeys make their secret of, for this purpose alone. */
const purpose = new TextEncoder().encode('trellis app lock');

/**
 * Asks the device's owner. The passkey's own secret, where it has one, opens what is kept on this device and goes nowhere else.
 * @returns its answer for the server; `undefined` where none came
 */
export async function askPasskey(options: Options): Promise<Assertion | undefined> {
  try {
    const extensions = { prf: { eval: { first: purpose } } } as NonNullable<Options['extensions']>;
    const answer = await startAuthentication({ optionsJSON: { ...options, extensions } });
    const { prf } = answer.clientExtensionResults as {
      readonly prf?: { readonly results?: { readonly first?: BufferSource } };
    };
    if (prf?.results?.first) await openBy(answer.id, prf.results.first);
    return { ...answer, clientExtensionResults: {} } as unknown as Assertion;
  } catch {
    return undefined;
  }
}

/** Asks for a passkey of the member's, by a challenge of the server's. @returns its answer, or why there is none */
export async function askForServer(): Promise<{ readonly assertion: Assertion } | { readonly error: Opening }> {
  const { data, error } = await store.dispatch(endpoints.startUnlock.initiate({}, { track: false }));
  if (!data) return { error: error as CallError };
  const assertion = await askPasskey(data.options as unknown as Options);
  return assertion ? { assertion } : { error: 'failed' };
}

/** Opens the browser that is locked. Without the server this page alone, where the passkey opens what is kept of the same member. */
export async function openBrowser(): Promise<Opening> {
  const answer = await askForServer();
  if ('error' in answer) {
    const { error } = answer;
    if (isFailure(error) && error.kind === 'network') return openAlone(error);
    const hasNone = isFailure(error) && error.kind === 'problem' && error.problem.code === 'passkey.refused';
    return hasNone && (await isOff()) ? opened() : error;
  }
  const { error } = await store.dispatch(endpoints.unlock.initiate({ assertion: answer.assertion }, { track: false }));
  if (error) {
    closeVault();
    return error as CallError;
  }
  forgetLock();
  // Who it is comes with it, and in what log-in.
  await askSession();
  return opened();
}

const isFailure = (error: Opening): error is ApiFailure => typeof error === 'object' && 'kind' in error;

function opened(): 'open' {
  store.dispatch(sessionUnlocked());
  return 'open';
}

/** With the last passkey the lock went, which this page did not hear of. */
const isOff = async (): Promise<boolean> => {
  const { session, locked } = await askSession();
  return !locked && session !== null && !('lockMinutes' in session);
};

/** Opens this page where another one was. The server's word counts once it has heard that this one is locked. */
export async function openElsewhere(): Promise<void> {
  if (isLockUnheard()) await lockServer();
  const { locked } = await askSession();
  if (!locked && !isLockUnheard()) opened();
}

/** What happened meanwhile was not heard, and what was called was refused. */
export const readAgain = (): void => void store.dispatch(util.invalidateTags([...memberContract.tags]));

async function openAlone(error: Opening): Promise<Opening> {
  const passkey = await keptBehind().catch(() => undefined);
  const { user } = store.getState().session;
  if (passkey === undefined || user === null) return error;
  if ((await openKept(passkey)) === 'failed') return 'failed';
  const kept = await readKept().catch(() => undefined);
  return kept && 'username' in user && kept.user.username === user.username ? opened() : 'failed';
}

/** Opens what is kept, without the server. @param passkey the one that opens it */
export async function openKept(passkey: string): Promise<Opening> {
  const challenge = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));
  const answer = await askPasskey({
    challenge: challenge.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
    rpId: window.location.hostname,
    userVerification: 'required',
    allowCredentials: [{ id: passkey, type: 'public-key' }],
  });
  return answer && (await readKept().catch(() => undefined)) ? 'open' : 'failed';
}
