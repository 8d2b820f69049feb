import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser';
import type { FactorKind, Input, Output } from '@trellis/api-contract';
import {
  Button,
  Card,
  Empty,
  Hint,
  Notice,
  Row,
  Rows,
  Sheet,
  SkeletonCard,
  TextLink,
  useDates,
  useToast,
} from '@trellis/kit';
import { Form, PasswordInput, TextInput } from '@trellis/kit/form';
import { Loaded, SuspensionNotice, useErrorText, useForm, useSession } from '@trellis/shell-sdk';
import { ActionCode } from '@trellis/shell-sdk/flow';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';
import { keyIcon } from '../icons.ts';
import { DoneScreen } from '../security/DoneScreen.tsx';
import { SecurityScreen } from '../security/SecurityScreen.tsx';

type Passkey = Output<'getSecurity'>['passkeys'][number];
type Dialog = { readonly name: 'add' } | { readonly name: 'remove'; readonly passkey: Passkey };

/** `/account/passkeys`: keys of the member's devices that stand for password and code. */
export function Component() {
  const { t } = useTranslation('account');
  const { dateTime } = useDates();
  const { member } = useSession();
  const security = accountApi.useGetSecurityQuery({});
  const [dialog, setDialog] = useState<Dialog>();
  const [added, setAdded] = useState<string>();
  const supported = browserSupportsWebAuthn();
  const close = () => setDialog(undefined);
  if (added !== undefined)
    return (
      <DoneScreen
        title={t('passkeys.title')}
        text={t('passkeys.added', { name: added })}
        onwards={t('passkeys.all')}
        to={() => setAdded(undefined)}
      />
    );
  return (
    <SecurityScreen
      title={t('passkeys.title')}
      dock={
        supported &&
        !member?.suspended && <Button onClick={() => setDialog({ name: 'add' })}>{t('passkeys.add')}</Button>
      }
    >
      <SuspensionNotice />
      <Hint>{t('passkeys.text')}</Hint>
      {!supported && <Notice tone="warning">{t('passkeys.unsupported')}</Notice>}
      <Loaded query={security} waiting={<SkeletonCard />}>
        {({ passkeys }) =>
          passkeys.length === 0 ? (
            <Card>
              <Empty art="empty" text={t('passkeys.none')} detail={t('passkeys.noneText')} />
            </Card>
          ) : (
            <Rows label={t('passkeys.title')}>
              {passkeys.map((passkey) => (
                <Row
                  key={passkey.id}
                  icon={keyIcon}
                  title={passkey.name}
                  detail={
                    passkey.lastUsedAt === null
                      ? t('passkeys.created', { time: dateTime(passkey.createdAt) })
                      : t('passkeys.used', { time: dateTime(passkey.lastUsedAt) })
                  }
                  end={
                    !member?.suspended && (
                      <TextLink onClick={() => setDialog({ name: 'remove', passkey })}>{t('passkeys.remove')}</TextLink>
                    )
                  }
                />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {dialog?.name === 'add' && (
        <AddPasskey
          factor={security.data?.actions.addPasskey.factor ?? 'none'}
          onAdded={(name) => {
            close();
            setAdded(name);
          }}
          onClose={close}
        />
      )}
      {dialog?.name === 'remove' && <RemovePasskey passkey={dialog.passkey} onClose={close} />}
    </SecurityScreen>
  );
}

interface AddPasskeyProps {
  readonly factor: FactorKind;
  readonly onAdded: (name: string) => void;
  readonly onClose: () => void;
}

function AddPasskey({ factor, onAdded, onClose }: AddPasskeyProps) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const asksCode = factor !== 'none';
  const form = useForm(
    ['name', 'password', 'code'],
    {
      'auth.password_incorrect': 'password',
      'twofactor.incorrect': 'code',
      'code.incorrect': 'code',
      'code.invalid_or_expired': 'code',
    },
    (value) => ({
      name: value('name').trim() === '' && 'field.required',
      password: value('password') === '' && 'field.required',
      code: asksCode && value('code') === '' && 'field.required',
    }),
  );
  const [start, { isLoading: starting }] = accountApi.useStartPasskeyMutation();
  const [add, { isLoading: adding }] = accountApi.useAddPasskeyMutation();
  const [cancelled, setCancelled] = useState(false);
  const submit = async () => {
    const [name, password, code] = [form.value('name').trim(), form.value('password'), form.value('code')];
    if (!form.check() || starting || adding) return;
    setCancelled(false);
    const started = await start({});
    if (started.error) {
      form.refuse(started.error);
      return;
    }
    const attestation = await makeKey(started.data.options);
    if (!attestation) {
      setCancelled(true);
      return;
    }
    const { error } = await add({ name, password, attestation, ...(asksCode && { code }) });
    if (error) form.refuse(error);
    else onAdded(name);
  };
  return (
    <Sheet title={t('passkeys.add')} dismissible={!adding} onClose={onClose}>
      <Form {...form.attributes} onSubmit={() => void submit()}>
        {cancelled && (
          <Notice tone="negative" urgent>
            {errorText('passkey.refused')}
          </Notice>
        )}
        <TextInput label={t('passkeys.name')} hint={t('passkeys.nameHint')} maxLength={40} {...form.input('name')} />
        <PasswordInput label={t('google.password')} autoComplete="current-password" {...form.input('password')} />
        <ActionCode action="addPasskey" {...form.input('code')} busy={starting || adding} onProof={() => undefined} />
        <Button type="submit" busy={starting || adding}>
          {t('passkeys.add')}
        </Button>
      </Form>
    </Sheet>
  );
}

function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation('account');
  const toast = useToast();
  const form = useForm(['password'], { 'auth.password_incorrect': 'password' }, (value) => ({
    password: value('password') === '' && 'field.required',
  }));
  const [remove, { isLoading }] = accountApi.useRemovePasskeyMutation();
  const submit = async () => {
    const password = form.value('password');
    if (!form.check() || isLoading) return;
    const { error } = await remove({ id: passkey.id, password });
    if (error) {
      form.refuse(error);
      return;
    }
    toast(t('security.done'));
    onClose();
  };
  return (
    <Sheet title={t('passkeys.removeTitle', { name: passkey.name })} dismissible={!isLoading} onClose={onClose}>
      <Form {...form.attributes} onSubmit={() => void submit()}>
        <PasswordInput label={t('google.password')} autoComplete="current-password" {...form.input('password')} />
        <Button type="submit" kind="danger" busy={isLoading}>
          {t('passkeys.remove')}
        </Button>
      </Form>
    </Sheet>
  );
}

/** Asks the device for a key; `undefined` if its owner, or the device, would not. */
async function makeKey(
  options: Readonly<Record<string, unknown>>,
): Promise<Input<'addPasskey'>['attestation'] | undefined> {
  try {
    const made = await startRegistration({
      // Some devices give a key the secret that opens kept data only when it is made.
      optionsJSON: { ...options, extensions: { prf: {} } } as unknown as Parameters<
        typeof startRegistration
      >[0]['optionsJSON'],
    });
    return made as unknown as Input<'addPasskey'>['attestation'];
  } catch {
    return undefined;
  }
}
