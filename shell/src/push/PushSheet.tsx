import { noticeKinds, type Output } from '@trellis/api-contract';
import { Button, Hint, Notice, Sheet, SkeletonCard, TextLink, useToast } from '@trellis/kit';
import { Checkbox } from '@trellis/kit/form';
import { Loaded, useErrorText } from '@trellis/shell-sdk';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { boot } from '../boot/document.ts';
import { pushApi } from './pushApi.ts';
import { type PushWay, pushWay } from './pushWay.ts';
import { subscribe, subscription, unsubscribe } from './subscription.ts';

type Settings = NonNullable<Output<'getPush'>['device']>;
type Kind = Settings['kinds'][number];

const kinds = noticeKinds.filter((kind): kind is Kind => kind !== 'security');
const kindText = {
  money: 'push.kind.money',
  stake: 'push.kind.stake',
  team: 'push.kind.team',
  system: 'push.kind.system',
} as const satisfies Record<Kind, string>;
const first: Settings = { kinds: ['money', 'stake'], inFull: false };

const wayText = {
  homeScreenFirst: 'push.homeScreenFirst',
  blocked: 'push.blocked',
  unsupported: 'push.unsupported',
} as const satisfies Record<Exclude<PushWay, 'open'>, string>;

/** What this device shows of a member's notices while the product is closed, and how it is turned on and off. */
export function PushSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('push');
  const query = pushApi.useGetPushQuery({}, { refetchOnMountOrArgChange: true });
  // The member may have said no to the browser meanwhile.
  const [way, setWay] = useState(pushWay);
  return (
    <Sheet title={t('push.sheet')} onClose={onClose}>
      {way === 'open' ? (
        <Loaded query={query} waiting={<SkeletonCard />}>
          {(data) => <Device pushed={data} onTried={() => setWay(pushWay)} />}
        </Loaded>
      ) : (
        <Notice tone="primary" title={t(wayText[way], { product: boot.productName })} />
      )}
    </Sheet>
  );
}

function Device({ pushed, onTried }: { pushed: Output<'getPush'>; onTried: () => void }) {
  const { key, device, others } = pushed;
  const { t } = useTranslation('push');
  const toast = useToast();
  const errorText = useErrorText();
  const [hasSubscription, setHasSubscription] = useState<boolean>();
  const [failed, setFailed] = useState<string>();
  const [busy, setBusy] = useState<'on' | 'off' | 'others'>();
  const [set] = pushApi.useSetPushMutation();
  const [end] = pushApi.useEndPushMutation();
  useEffect(() => {
    subscription().then(
      (current) => setHasSubscription(current !== undefined),
      () => setHasSubscription(false),
    );
  }, []);
  if (hasSubscription === undefined) return <SkeletonCard />;

  const work = async (what: typeof busy, doing: () => Promise<string | undefined>) => {
    if (busy !== undefined) return;
    setBusy(what);
    setFailed(undefined);
    setFailed(await doing().catch(() => t('push.failed')));
    setBusy(undefined);
    onTried();
  };
  const keep = (settings: Settings) =>
    work('on', async () => {
      const { error } = await set({ ...(await subscribe(key)), ...settings });
      if (error) return errorText(error);
      setHasSubscription(true);
      return undefined;
    });
  const stop = (which: 'this' | 'others') =>
    work(which === 'this' ? 'off' : 'others', async () => {
      const { error } = await end({ which });
      if (error) return errorText(error);
      // Nothing is sent to it any more, whatever the browser says.
      if (which === 'this') await unsubscribe().catch(() => undefined);
      toast(t(which === 'this' ? 'push.isOff' : 'push.othersAreOff'));
      return undefined;
    });
  const isOn = device !== null && hasSubscription;
  return (
    <>
      {isOn ? (
        <>
          <Notice tone="positive" icon="check" title={t('push.on')}>
            {t('push.security')}
          </Notice>
          <fieldset disabled={busy !== undefined}>
            <legend>{t('push.kinds')}</legend>
            {kinds.map((kind) => (
              <Checkbox
                key={kind}
                checked={device.kinds.includes(kind)}
                onChange={(checked) =>
                  void keep({
                    ...device,
                    kinds: kinds.filter((each) => (each === kind ? checked : device.kinds.includes(each))),
                  })
                }
              >
                {t(kindText[kind])}
              </Checkbox>
            ))}
            <Checkbox checked={device.inFull} onChange={(inFull) => void keep({ ...device, inFull })}>
              {t('push.inFull')}
            </Checkbox>
          </fieldset>
          <Hint>{t(device.inFull ? 'push.inFullText' : 'push.hidden')}</Hint>
        </>
      ) : (
        <>
          <Hint>{t('push.text')}</Hint>
          <Hint>{t('push.hidden')}</Hint>
          {Notification.permission === 'default' && <Hint>{t('push.next')}</Hint>}
        </>
      )}
      {failed !== undefined && <Notice tone="negative" urgent title={failed} />}
      {isOn ? (
        <Button kind="quiet" busy={busy === 'off'} onClick={() => void stop('this')}>
          {t('push.off')}
        </Button>
      ) : (
        <Button busy={busy === 'on'} onClick={() => void keep(device ?? first)}>
          {t('push.allow')}
        </Button>
      )}
      {others > 0 && <TextLink onClick={() => void stop('others')}>{t('push.othersOff', { count: others })}</TextLink>}
    </>
  );
}
