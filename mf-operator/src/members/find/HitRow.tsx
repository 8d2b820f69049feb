import type { OutputOf } from '@trellis/api-contract';
import { Chip, Row } from '@trellis/kit';
import { languageNames } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import * as layout from '../../frame/Layout.module.css';
import { Moment } from '../../frame/Moment.tsx';
import { useMay } from '../../frame/useMay.ts';
import { statusTone } from '../../queues/inquiries/questionOf.ts';
import { stepTones } from '../../queues/withdrawals/withdrawalTexts.ts';
import { textKey } from '../../texts/textKey.ts';
import { Named } from '../history/Named.tsx';

type Hit = OutputOf<'operator', 'findAnything'>['hits'][number];

/** Where it is looked at by who may; else where its member is. */
export function hitPath(hit: Hit, may: { readonly books: boolean; readonly support: boolean }): string {
  const owner = `/members/${hit.username}`;
  if (hit.kind === 'withdrawal' && may.books) return `/withdrawals/${hit.id}`;
  if (hit.kind === 'inquiry' && may.support) return `/inquiries/${hit.id}`;
  return hit.kind === 'request' ? `${owner}?kind=security` : owner;
}

/** What was found, whose it is, and the way there; without a page of its own, or a role for it, to whose it is. */
export function HitRow({ hit }: { hit: Hit }) {
  const { t } = useTranslation('operator');
  const may = { books: useMay('books'), support: useMay('support') };
  const to = hitPath(hit, may);
  const detail = (
    <>
      <span translate="no">{hit.username}</span> · <Moment at={hit.at} />
    </>
  );
  switch (hit.kind) {
    case 'member':
      return (
        <Row
          to={to}
          person={hit.username}
          title={<span translate="no">{hit.username}</span>}
          detail={
            <>
              <span translate="no">{hit.email}</span> · {languageNames[hit.language]}
            </>
          }
          end={
            <span className={layout.marks}>
              {hit.suspended && <Chip tone="negative">{t('members.suspended')}</Chip>}
              {hit.frozen && <Chip tone="warning">{t('members.frozen')}</Chip>}
              {!hit.suspended && !hit.frozen && <Chip tone="positive">{t('members.active')}</Chip>}
            </span>
          }
        />
      );
    case 'withdrawal':
      return (
        <Row
          to={to}
          title={t('find.withdrawal')}
          detail={detail}
          end={<Chip tone={stepTones[hit.step]}>{t(textKey('withdrawals.step', hit.step))}</Chip>}
        />
      );
    case 'deposit':
      return <Row to={to} title={t('find.deposit')} detail={detail} end={t(textKey('history.deposit', hit.state))} />;
    case 'record':
      return <Row to={to} title={t([`journal.${hit.journal}`, 'history.otherKind'])} detail={detail} />;
    case 'package':
      return <Row to={to} title={t('find.package')} detail={detail} />;
    case 'stake':
      return <Row to={to} title={t('find.stake')} detail={detail} />;
    case 'inquiry':
      return (
        <Row
          to={to}
          title={t('find.inquiry', { number: hit.id })}
          detail={detail}
          end={<Chip tone={statusTone[hit.status]}>{t(textKey('inquiries.status', hit.status))}</Chip>}
        />
      );
    default:
      return (
        <Row
          to={to}
          title={<Named name={hit.event} />}
          detail={detail}
          {...(hit.outcome !== 'done' && { end: <span translate="no">{hit.outcome}</span> })}
        />
      );
  }
}
