import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import type { UserOf } from '@trellis/api-contract';
import { injectContract, LoadFailure, memberContract, sessionUse, store } from '@trellis/shell-sdk';
import { askSession, sessionLocked, setAppLock } from '@trellis/shell-sdk/host';
import { isLocked, lockPart } from '../boot/lock.ts';
import { followAppLock } from '../lock/appLockChange.ts';
import { watchAway } from '../lock/away.ts';
import { lockServer } from '../lock/lockServer.ts';
import { closeVault } from '../offline/vault.ts';
import { updateOpenPage } from './openPage.ts';

const { endpoints } = injectContract(memberContract, ['getSession']);

/** The server locks a browser that says nothing for a minute longer than its app lock waits. */
const sayMs = 30_000;

const minutes = (): number | undefined =>
  (store.getState().session.user as Partial<UserOf<'member'>> | null)?.lockMinutes;

/**
 * The app lock of a member who has one on this device: locks the page once nobody was there for as long as they chose, and offers it in
 * the settings.
 * @returns to be called whenever somebody logged in or out, or unlocked the page
 */
export function startLock(isMember: () => boolean): () => void {
  let saidAt = Date.now();
  const look = watchAway({
    minutes: () => (isMember() ? minutes() : undefined),
    isLocked,
    onAway() {
      closeVault();
      store.dispatch(sessionLocked());
      lockServer().catch(() => undefined);
    },
    onUse() {
      const now = Date.now();
      if (now - Math.max(saidAt, sessionUse.lastAt()) < sayMs) return;
      saidAt = now;
      void store.dispatch(endpoints.getSession.initiate({}, { forceRefetch: true, subscribe: false }));
    },
  });
  const open = async () => {
    const { module, failure } = await lockPart();
    updateOpenPage({ hint: failure && <LoadFailure failure={failure} onRetry={() => void open()} /> });
    if (module)
      updateOpenPage({ install: <module.LockSheet onClose={() => updateOpenPage({ install: undefined })} /> });
  };
  // Another page has turned it on or off.
  followAppLock(() => void askSession().catch(() => undefined));
  let last: number | undefined;
  store.subscribe(() => {
    const current = minutes();
    if (current === last) return;
    last = current;
    // At the moment of need there may be no network.
    if (current !== undefined) void lockPart();
    look();
  });
  let wasMember = false;
  return () => {
    const isNow = isMember();
    if (isNow === wasMember) return;
    wasMember = isNow;
    setAppLock(isNow && browserSupportsWebAuthn() ? () => void open() : undefined);
    look();
  };
}
