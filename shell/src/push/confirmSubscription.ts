import { store } from '@trellis/shell-sdk';
import { pushApi } from './pushApi.ts';
import { subscribe, subscription, unsubscribe } from './subscription.ts';

const { confirmPush, getPush, setPush } = pushApi.endpoints;

/**
 * With the first page of a log-in: a subscription that is not this member's is given up; one that the browser has lost, or that was
 * made with a key of before, is made again. A worker that was switched off, or renewed by its push service, has lost it.
 */
export async function confirmSubscription(): Promise<void> {
  const current = await subscription();
  if (current) {
    const { data } = await store.dispatch(confirmPush.initiate(current, { track: false }));
    if (data?.wanted === false) await unsubscribe();
    if (!data?.wanted || data.key === current.key) return;
  }
  const { data } = await store.dispatch(getPush.initiate({}, { subscribe: false, forceRefetch: true }));
  if (data?.device)
    await store.dispatch(setPush.initiate({ ...(await subscribe(data.key)), ...data.device }, { track: false }));
}
