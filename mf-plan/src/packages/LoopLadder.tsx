import { dayOf, listText } from '@trellis/api-contract';
import { Ladder, shownText, useDates } from '@trellis/kit';
import { productNow, useLanguage } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import type { OwnPackage } from '../api.ts';
import { broughtBy, nextIndex, passedOf } from './nextLoop.ts';

/** So long a step is news. */
const newsMs = 86_400_000;

/** The loops of a package as equal steps: what came back, what comes next and when, what is locked. */
export function LoopLadder({ own }: { own: OwnPackage }) {
  const { t } = useTranslation('plan');
  const { day } = useDates();
  const [language] = useLanguage();
  const { loops, startedAt } = own;
  const next = nextIndex(own);
  const coming = loops[next];
  const steps = loops.map(({ n, releasedAt }, index) => {
    const state = releasedAt !== null ? 'released' : index === next ? 'next' : 'locked';
    return {
      state: ({ released: 'done', next: 'next', locked: 'open' } as const)[state],
      label: listText([String(n), t(`package.loopState.${state}`)], language),
    };
  });
  const released = loops.filter(({ releasedAt }) => releasedAt !== null).length;
  const last = loops[next - 1]?.releasedAt;
  const isNews = last != null && productNow() - Date.parse(last) < newsMs;
  return (
    <Ladder
      label={t('package.loopsReleased', { released, loops: loops.length })}
      steps={steps}
      passed={coming ? passedOf(loops, next, startedAt, productNow()) : 0}
      taken={isNews ? `${own.id} ${released}` : undefined}
      flag={
        coming && (
          <>
            +{shownText(broughtBy(coming))}
            <small>{day(coming.dueOn)}</small>
          </>
        )
      }
      axis={[day(dayOf(startedAt)), day(loops.at(-1)?.dueOn ?? dayOf(startedAt))]}
    />
  );
}
