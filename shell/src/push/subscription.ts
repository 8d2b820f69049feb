/** A browser's subscription with its push service, as the API takes it. */
export interface Subscribed {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** Our key that it was made with. */
  readonly key: string;
}

/** A browser without its push service may never answer. */
const answerMs = 10_000;

const inTime = <Result>(work: Promise<Result>): Promise<Result> =>
  Promise.race([
    work,
    new Promise<never>((_, refuse) => setTimeout(refuse, answerMs, new Error('the browser does not answer'))),
  ]);

/** @throws Error where the browser refused the worker: it would be waited for without end */
async function manager(): Promise<PushManager> {
  if (!(await navigator.serviceWorker.getRegistration())) throw new Error('there is no worker');
  return (await navigator.serviceWorker.ready).pushManager;
}

/** `undefined`: this browser has none. @throws Error where the browser does not answer */
export const subscription = (): Promise<Subscribed | undefined> =>
  inTime(
    (async () => {
      const current = await (await manager()).getSubscription();
      return current ? sent(current) : undefined;
    })(),
  );

/** Asks the member, if the browser has not asked them yet. @throws Error where they, the browser or its push service refuse */
export const subscribe = (key: string): Promise<Subscribed> =>
  // While the member is asked, nothing is late.
  Notification.requestPermission().then((permission) => {
    if (permission !== 'granted') throw new Error(permission);
    return inTime(
      (async () => {
        const push = await manager();
        const current = await push.getSubscription();
        // One of another key would be refused.
        if (current && sent(current).key !== key) await current.unsubscribe();
        return sent(await push.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
      })(),
    );
  });

export const unsubscribe = (): Promise<unknown> =>
  inTime((async () => (await (await manager()).getSubscription())?.unsubscribe())());

function sent(current: PushSubscription): Subscribed {
  const { keys = {} } = current.toJSON();
  const plain = (text = '') => text.replace(/=+$/, '');
  const key = String.fromCharCode(...new Uint8Array(current.options.applicationServerKey ?? new ArrayBuffer(0)));
  return {
    endpoint: current.endpoint,
    p256dh: plain(keys.p256dh),
    auth: plain(keys.auth),
    key: plain(btoa(key)).replaceAll('+', '-').replaceAll('/', '_'),
  };
}
