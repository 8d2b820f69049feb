import { deviceText, type Output } from '@trellis/api-contract';
import { Button, Chip, Hint, Row, Rows, SkeletonCard, TextLink, useDates, useToast } from '@trellis/kit';
import { failureOf, Loaded, productNow, useErrorText, useLanguage } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';
import { deviceIcon } from '../icons.ts';
import { agoText } from '../security/agoText.ts';
import { SecurityScreen } from '../security/SecurityScreen.tsx';

/** `/account/devices`: where the member is logged in; one or all others can be ended. */
export function Component() {
  const { t } = useTranslation('account');
  const toast = useToast();
  const errorText = useErrorText();
  const sessions = accountApi.useListSessionsQuery({});
  const [endOthers, { isLoading }] = accountApi.useEndOtherSessionsMutation();
  const all = async () => {
    const { data, error } = await endOthers({});
    toast(error ? errorText(failureOf(error)) : t('devices.ended', { count: data.ended }), error ? 'alert' : 'check');
  };
  return (
    <SecurityScreen
      title={t('devices.title')}
      dock={
        (sessions.data?.sessions.length ?? 0) > 1 && (
          <Button kind="danger" busy={isLoading} onClick={() => void all()}>
            {t('devices.endOthers')}
          </Button>
        )
      }
    >
      <Hint>{t('devices.text')}</Hint>
      <Loaded query={sessions} waiting={<SkeletonCard />}>
        {(data) => (
          <Rows label={t('devices.title')}>
            {data.sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </Rows>
        )}
      </Loaded>
    </SecurityScreen>
  );
}

function SessionRow({ session }: { session: Output<'listSessions'>['sessions'][number] }) {
  const { t } = useTranslation('account');
  const { dateTime } = useDates();
  const toast = useToast();
  const errorText = useErrorText();
  const [end] = accountApi.useEndSessionMutation();
  const { id, browser, system, network, createdAt, seenAt, current } = session;
  const [language] = useLanguage();
  const name = deviceText(`${browser}, ${system}`, language);
  const finish = async () => {
    const { error } = await end({ id });
    toast(error ? errorText(failureOf(error)) : t('devices.endedOne', { name }), error ? 'alert' : 'check');
  };
  return (
    <Row
      icon={deviceIcon}
      title={<span translate="no">{name}</span>}
      detail={
        <>
          {t('devices.since', { time: dateTime(createdAt) })}
          <br />
          {t('devices.seen', { time: agoText(seenAt, productNow(), language) ?? dateTime(seenAt) })}
          <br />
          <span translate="no">{network}</span>
        </>
      }
      end={
        current ? (
          <Chip tone="positive">{t('devices.current')}</Chip>
        ) : (
          <TextLink onClick={() => void finish()}>{t('devices.end')}</TextLink>
        )
      }
    />
  );
}
