import { type LockMinutes, lockMinutes, memberContract } from '@trellis/api-contract';
import { Button, Hint, Notice, Segmented, Sheet, SkeletonCard } from '@trellis/kit';
import { injectContract, Loaded, store, useErrorText, useSession } from '@trellis/shell-sdk';
import { askSession } from '@trellis/shell-sdk/host';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { boot } from '../boot/document.ts';
import { closeVault, isOpener } from '../offline/vault.ts';
import { notifyAppLock } from './appLockChange.ts';
import { askForServer } from './askPasskey.ts';

const api = injectContract(memberContract, ['getSecurity', 'setAppLock']);
const first: LockMinutes = 1;
/** What is kept behind a passkey is shown for as long. */
const days = 7;

/** Whether this device asks for its owner when they come back, and after how long; each change needs a passkey. */
export function LockSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('lock');
  const security = api.useGetSecurityQuery({});
  const navigate = useNavigate();
  const [isEnding, setIsEnding] = useState(false);
  return (
    <Sheet title={t(isEnding ? 'lock.offTitle' : 'lock.title')} onClose={isEnding ? () => setIsEnding(false) : onClose}>
      <Loaded query={security} waiting={<SkeletonCard />}>
        {({ passkeys }) =>
          passkeys.length === 0 ? (
            <>
              <Hint>{t('lock.setUp')}</Hint>
              <Button
                onClick={() => {
                  onClose();
                  void navigate('/account/passkeys');
                }}
              >
                {t('lock.addPasskey')}
              </Button>
            </>
          ) : (
            <Lock isEnding={isEnding} onEnding={setIsEnding} />
          )
        }
      </Loaded>
    </Sheet>
  );
}

function Lock({ isEnding, onEnding }: { isEnding: boolean; onEnding: (isEnding: boolean) => void }) {
  const { t } = useTranslation('lock');
  const errorText = useErrorText();
  const current = useSession().member?.lockMinutes;
  const [chosen, setChosen] = useState<LockMinutes>(current ?? first);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string>();
  const [isKept, setIsKept] = useState(true);
  const set = async (minutes: LockMinutes | null) => {
    if (busy) return;
    setBusy(true);
    setFailed(undefined);
    setFailed(await change(minutes).catch(() => errorText({ kind: 'network' })));
    setBusy(false);
  };
  const change = async (minutes: LockMinutes | null): Promise<string | undefined> => {
    const answer = await askForServer();
    if ('error' in answer) return typeof answer.error === 'string' ? t('lock.failed') : errorText(answer.error);
    const { assertion } = answer;
    const { error } = await store.dispatch(api.endpoints.setAppLock.initiate({ minutes, assertion }, { track: false }));
    if (error) {
      closeVault();
      return errorText(error);
    }
    if (minutes === null) closeVault();
    else {
      setChosen(minutes);
      setIsKept(isOpener());
    }
    onEnding(false);
    await askSession();
    notifyAppLock();
    return undefined;
  };
  const choices = lockMinutes.map((minutes) => ({
    value: String(minutes),
    label: minutes === 0 ? t('lock.afterNow') : t('lock.afterMinutes', { count: minutes }),
  }));
  const choose = (value: string) => {
    const minutes = lockMinutes.find((each) => String(each) === value) ?? first;
    if (current === undefined) setChosen(minutes);
    else if (minutes !== current) void set(minutes);
  };
  const failure = failed !== undefined && <Notice tone="negative" urgent title={failed} />;
  if (isEnding)
    return (
      <>
        <Hint>{t('lock.offText')}</Hint>
        {failure}
        <Button kind="danger" busy={busy} onClick={() => void set(null)}>
          {t('lock.off')}
        </Button>
      </>
    );
  return (
    <>
      {current === undefined ? (
        <Hint>{t('lock.text', { product: boot.productName })}</Hint>
      ) : (
        <Notice tone="positive" icon="check" title={t('lock.isOn')} />
      )}
      <Segmented label={t('lock.after')} value={String(current ?? chosen)} options={choices} onChange={choose} />
      <Hint>{isKept ? t('lock.kept', { days }) : t('lock.notKept')}</Hint>
      {failure}
      {current === undefined ? (
        <Button busy={busy} onClick={() => void set(chosen)}>
          {t('lock.on')}
        </Button>
      ) : (
        <Button kind="quiet" busy={busy} onClick={() => onEnding(true)}>
          {t('lock.off')}
        </Button>
      )}
    </>
  );
}
