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

/** What was found, whose it is, and the way there; without a page of its own, or a role for it, to whose it is. */
export function HitRow({ hit }: { hit: Hit }) {
  const { t } = useTranslation('operator');
  const [mayBooks, maySupport] = [useMay('books'), useMay('support')];
  const owner = `/members/${hit.username}`;
  const detail = (
    <>
      <span translate="no">{hit.username}</span> · <Moment at={hit.at} />
    </>
  );
  switch (hit.kind) {
    case 'member':
      return (
        <Row
          to={owner}
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
          to={mayBooks ? `/withdrawals/${hit.id}` : owner}
          title={t('find.withdrawal')}
          detail={detail}
          end={<Chip tone={stepTones[hit.step]}>{t(textKey('withdrawals.step', hit.step))}</Chip>}
        />
      );
    case 'deposit':
      return (
        <Row to={owner} title={t('find.deposit')} detail={detail} end={t(textKey('history.deposit', hit.state))} />
      );
    case 'record':
      return <Row to={owner} title={t([`journal.${hit.journal}`, 'history.otherKind'])} detail={detail} />;
    case 'package':
      return <Row to={owner} title={t('find.package')} detail={detail} />;
    case 'stake':
      return <Row to={owner} title={t('find.stake')} detail={detail} />;
    case 'inquiry':
      return (
        <Row
          to={maySupport ? `/inquiries/${hit.id}` : owner}
          title={t('find.inquiry', { number: hit.id })}
          detail={detail}
          end={<Chip tone={statusTone[hit.status]}>{t(textKey('inquiries.status', hit.status))}</Chip>}
        />
      );
    default:
      return (
        <Row
          to={`${owner}?kind=security`}
          title={<Named name={hit.event} />}
          detail={detail}
          {...(hit.outcome !== 'done' && { end: <span translate="no">{hit.outcome}</span> })}
        />
      );
  }
}
