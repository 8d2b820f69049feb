import { failureOf, store } from '@trellis/shell-sdk';
import { pushApi } from './pushApi.ts';
import { subscribe, subscription, unsubscribe } from './subscription.ts';

const { confirmPush, getPush, setPush } = pushApi.endpoints;

/** With the first page of a log-in: a subscription that is not this member's is given up, one of a key of before is made again. */
export async function confirmSubscription(): Promise<void> {
  const current = await subscription();
  if (!current) return;
  const { data, error } = await store.dispatch(confirmPush.initiate(current, { track: false }));
  if (data?.wanted === false) await unsubscribe();
  const failure = error && failureOf(error);
  if (failure?.kind !== 'problem' || failure.problem.code !== 'push.unavailable') return;
  const settings = await store.dispatch(getPush.initiate({}, { subscribe: false, forceRefetch: true }));
  if (!settings.data) return;
  const { key, device } = settings.data;
  if (device === null || key === current.key) await unsubscribe();
  else await store.dispatch(setPush.initiate({ ...(await subscribe(key)), ...device }, { track: false }));
}
