import { deviceText, languageTag, unknownPart } from '@trellis/api-contract';
import { Card, Chip, Hint, isZero, Summary, TextLink, useDates } from '@trellis/kit';
import { languageNames, useLanguage } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import type { MemberDetails } from '../../api.ts';
import * as layout from '../../frame/Layout.module.css';
import { textKey } from '../../texts/textKey.ts';
import { countryName } from './countryNames.ts';

/** Who a member is, and what holds them. */
export function MemberHead({ member }: { member: MemberDetails }) {
  const { t } = useTranslation('operator');
  const { date, dateTime } = useDates();
  const [reader] = useLanguage();
  const { username, email, memberSince, language, suspended, frozen, country, googleBoundAt, lock, inviter, sessions } =
    member;
  const { erasedAt } = member;
  return (
    <Card
      title={username}
      action={
        <span className={layout.marks}>
          {suspended && <Chip tone="negative">{t('members.suspended')}</Chip>}
          {frozen && <Chip tone="warning">{t('members.frozen')}</Chip>}
          {lock && <Chip tone="warning">{t('members.locked')}</Chip>}
          {erasedAt && <Chip tone="neutral">{t('members.erased', { date: date(erasedAt) })}</Chip>}
          {!suspended && !frozen && !lock && !erasedAt && <Chip tone="positive">{t('members.active')}</Chip>}
        </span>
      }
    >
      <Summary
        rows={[
          { label: t('members.email'), value: <span translate="no">{email}</span> },
          { label: t('members.since'), value: date(memberSince) },
          { label: t('members.language'), value: <span lang={languageTag[language]}>{languageNames[language]}</span> },
          {
            label: t('members.country'),
            value: country === null ? t('members.countryUnknown') : countryName(country, reader),
          },
          {
            label: t('members.authenticator'),
            value:
              googleBoundAt === null
                ? t('members.authenticatorOff')
                : t('members.authenticatorSince', { date: date(googleBoundAt) }),
          },
          {
            label: t('members.inviter'),
            value:
              inviter === null ? t('members.inviterNone') : <TextLink to={`/members/${inviter}`}>{inviter}</TextLink>,
          },
          {
            label: t('members.sessions'),
            value:
              sessions[0] === undefined
                ? t('members.sessionsNone')
                : t('members.sessionsLast', {
                    count: sessions.length,
                    at: dateTime(sessions[0].seenAt),
                    device: deviceText(
                      `${sessions[0].browser || unknownPart}, ${sessions[0].system || unknownPart}`,
                      reader,
                    ),
                  }),
          },
          {
            label: t('members.lock'),
            value: lock
              ? t('members.lockUntil', { until: dateTime(lock.until), cause: t(textKey('members.lock', lock.cause)) })
              : t('members.lockNone'),
          },
        ]}
      />
    </Card>
  );
}

/** What a member has, for those whose work needs it; others are shown why it is not there. */
export function Balances({ balances }: { balances: MemberDetails['balances'] }) {
  const { t } = useTranslation('operator');
  if (balances === null)
    return (
      <Card title={t('members.balances')}>
        <Hint>{t('history.moneyNotYours')}</Hint>
      </Card>
    );
  const some = balances.balances.filter(({ money }) => !isZero(money));
  return (
    <Card title={t('members.balances')}>
      <Summary
        total
        rows={[
          ...some.map(({ unit, state, money }) => ({
            label: t('members.balanceOf', { unit, state: t(textKey('members.balance', state)) }),
            value: money,
          })),
          { label: t('members.total'), value: balances.total },
        ]}
      />
    </Card>
  );
}
