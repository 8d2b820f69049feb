import { correctionCauseTexts, deviceText, type ErrorCode, unknownPart } from '@trellis/api-contract';
import { Amount, Chip, moneyText, SignedAmount, TextLink, Unseen, useCopy } from '@trellis/kit';
import { useLanguage } from '@trellis/shell-sdk';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimelineLine } from '../../api.ts';
import { useActorName } from '../../frame/Actor.tsx';
import type { Run } from '../../frame/inRuns.ts';
import { Moment } from '../../frame/Moment.tsx';
import { useMay } from '../../frame/useMay.ts';
import { textKey } from '../../texts/textKey.ts';
import * as styles from './History.module.css';
import { Named } from './Named.tsx';

/** One thing that happened: when, what and about what, and what it did to the money. */
export function LineRow({ line }: { line: TimelineLine }) {
  const { t } = useTranslation('operator');
  const [language] = useLanguage();
  const actorName = useActorName();
  const [mayBooks, maySupport] = [useMay('books'), useMay('support')];
  switch (line.kind) {
    case 'record':
      return (
        <Line
          at={line.at}
          what={t([`record.${line.record}`, 'history.otherKind'])}
          about={
            <>
              {line.counterparty !== null && (
                <TextLink to={`/members/${line.counterparty}`}>{line.counterparty}</TextLink>
              )}
              {line.cause !== null && correctionCauseTexts[line.cause][language]}
              <Reference text={line.reference} />
            </>
          }
          end={<SignedAmount money={line.money} />}
          endDetail={t('history.after', { amount: moneyText(line.balanceAfter) })}
        />
      );
    case 'withdrawal':
      return (
        <Line
          at={line.at}
          what={t(textKey('history.withdrawal', line.event))}
          about={
            <>
              {line.chain} <Reference text={line.address} />
            </>
          }
          end={<Amount money={line.money} />}
          endDetail={t('history.arrives', { amount: moneyText(line.received), fee: moneyText(line.fee) })}
          {...(mayBooks && { to: `/withdrawals/${line.withdrawal}` })}
        />
      );
    case 'deposit':
      return (
        <Line
          at={line.at}
          what={t(textKey('history.deposit', line.state))}
          about={
            <>
              {line.chain} <Reference text={line.transaction} />
            </>
          }
          end={<Amount money={line.money} />}
        />
      );
    case 'stake':
      return (
        <Line at={line.at} what={t(textKey('history.stake', line.event))} about={<Reference text={line.stake} />} />
      );
    case 'inquiry':
      return (
        <Line
          at={line.at}
          what={t('history.inquiry', { number: line.inquiry, topic: t(textKey('inquiries.topic', line.topic)) })}
          {...(maySupport && { to: `/inquiries/${line.inquiry}` })}
        />
      );
    case 'security':
      return (
        <Line
          at={line.at}
          what={<Named name={line.event} />}
          about={<span translate="no">{deviceText(line.device || unknownPart, language)}</span>}
          {...(line.outcome !== 'done' && {
            end: <Chip tone="warning">{t('history.refused')}</Chip>,
            endDetail: <Outcome code={line.outcome} />,
          })}
        />
      );
    default:
      return (
        <Line
          at={line.at}
          what={<Named name={line.action} />}
          about={
            line.kind === 'look'
              ? actorName(line.by)
              : t('history.byBecause', { by: actorName(line.by), reason: line.reason })
          }
        />
      );
  }
}

/** Log-ins that follow each other, and what one person looked at, in one line; open, each of them. */
export function FoldedRows({ lines }: { lines: Run<TimelineLine> }) {
  const { t } = useTranslation('operator');
  const actorName = useActorName();
  const [latest] = lines;
  const count = lines.length;
  const isLook = latest.kind === 'look';
  return (
    <li>
      <details>
        <summary className={styles.line}>
          <Moment at={latest.at} />
          <span className={styles.what}>{t(isLook ? 'audit.looks' : 'history.logIns', { count })}</span>
          <span className={styles.about}>
            {isLook && actorName(latest.by)}
            <span>
              {t('history.foldedSince')} <Moment at={(lines.at(-1) ?? latest).at} />
            </span>
          </span>
        </summary>
        <ul className={styles.folded}>
          {lines.map((line) => (
            <LineRow key={line.id} line={line} />
          ))}
        </ul>
      </details>
    </li>
  );
}

interface LineProps {
  readonly at: string;
  readonly what: ReactNode;
  /** Where there is more of it. */
  readonly to?: string;
  readonly about?: ReactNode;
  readonly end?: ReactNode;
  readonly endDetail?: ReactNode;
}

function Line({ at, what, to, about, end, endDetail }: LineProps) {
  return (
    <li className={styles.line}>
      <Moment at={at} />
      <span className={styles.what}>{to === undefined ? what : <TextLink to={to}>{what}</TextLink>}</span>
      <span className={styles.about}>{about}</span>
      <span className={styles.end}>
        {endDetail !== undefined && <small>{endDetail}</small>}
        {end}
      </span>
    </li>
  );
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
