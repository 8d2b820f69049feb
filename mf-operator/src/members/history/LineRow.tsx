import { correctionCauseTexts, deviceText, type ErrorCode } from '@trellis/api-contract';
import { Amount, Chip, moneyText, Row, SignedAmount, TextLink, Unseen, useCopy } from '@trellis/kit';
import { useLanguage } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import type { TimelineLine } from '../../api.ts';
import { useActorName } from '../../frame/Actor.tsx';
import { Moment } from '../../frame/Moment.tsx';
import { useMay } from '../../frame/useMay.ts';
import { textKey } from '../../texts/textKey.ts';
import { Named } from './Named.tsx';

/** One thing that happened: what, when and about what, and what it did to the money. */
export function LineRow({ line }: { line: TimelineLine }) {
  const { t } = useTranslation('operator');
  const actorName = useActorName();
  const [language] = useLanguage();
  const [mayBooks, maySupport] = [useMay('books'), useMay('support')];
  const when = <Moment at={line.at} />;
  switch (line.kind) {
    case 'record':
      return (
        <Row
          title={t([`record.${line.record}`, 'history.otherKind'])}
          detail={
            <>
              {when}
              {line.counterparty !== null && (
                <>
                  {' · '}
                  <TextLink to={`/members/${line.counterparty}`}>{line.counterparty}</TextLink>
                </>
              )}
              {line.cause !== null && ` · ${correctionCauseTexts[line.cause][language]}`}
              {' · '}
              <Reference text={line.reference} />
            </>
          }
          end={<SignedAmount money={line.money} />}
          endDetail={t('history.after', { amount: moneyText(line.balanceAfter) })}
        />
      );
    case 'withdrawal':
      return (
        <Row
          title={t(textKey('history.withdrawal', line.event))}
          detail={
            <>
              {when} · {line.chain} · <Reference text={line.address} />
            </>
          }
          end={<Amount money={line.money} />}
          endDetail={t('history.arrives', { amount: moneyText(line.received), fee: moneyText(line.fee) })}
          {...(mayBooks && { to: `/withdrawals/${line.withdrawal}` })}
        />
      );
    case 'deposit':
      return (
        <Row
          title={t(textKey('history.deposit', line.state))}
          detail={
            <>
              {when} · {line.chain} · <Reference text={line.transaction} />
            </>
          }
          end={<Amount money={line.money} />}
        />
      );
    case 'stake':
      return (
        <Row
          title={t(textKey('history.stake', line.event))}
          detail={
            <>
              {when} · <Reference text={line.stake} />
            </>
          }
        />
      );
    case 'inquiry':
      return (
        <Row
          title={t('history.inquiry', { number: line.inquiry, topic: t(textKey('inquiries.topic', line.topic)) })}
          detail={when}
          {...(maySupport && { to: `/inquiries/${line.inquiry}` })}
        />
      );
    case 'security':
      return (
        <Row
          title={<Named name={line.event} />}
          detail={
            <>
              {when} · <span translate="no">{deviceText(line.device, language)}</span>
            </>
          }
          {...(line.outcome !== 'done' && {
            end: <Chip tone="warning">{t('history.refused')}</Chip>,
            endDetail: <Outcome code={line.outcome} />,
          })}
        />
      );
    default:
      return (
        <Row
          title={<Named name={line.action} />}
          detail={
            <>
              {when} ·{' '}
              {line.kind === 'look'
                ? actorName(line.by)
                : t('history.byBecause', { by: actorName(line.by), reason: line.reason })}
            </>
          }
        />
      );
  }
}

/** With what it was refused, in the reader’s words; its code for a pointer that rests there. */
function Outcome({ code }: { code: string }) {
  const { t, i18n } = useTranslation('errors');
  return i18n.exists(code, { ns: 'errors' }) ? (
    <span title={code}>{t(code as ErrorCode)}</span>
  ) : (
    <span translate="no">{code}</span>
  );
}

/**
 * The beginning of a long number, whole for a pointer that rests there: enough to compare it with what a member says. A press
 * copies all of it, for what is asked by it.
 */
function Reference({ text }: { text: string }) {
  const { t } = useTranslation('operator');
  const copy = useCopy();
  return (
    <TextLink onClick={() => void copy(text, t('history.copied'))}>
      <Unseen>{t('history.copy')} </Unseen>
      <span translate="no" title={text}>
        {text.slice(0, 10)}…
      </span>
    </TextLink>
  );
}
