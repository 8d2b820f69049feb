import type { Money } from '@trellis/api-contract';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../icon/Icon.tsx';
import { HeroAmount } from '../surface/Amount.tsx';
import * as textStyles from '../surface/Text.module.css';
import * as styles from './Done.module.css';

/** The result of a flow: a mark, what happened, the amount, one line more. Announced when it appears. */
export function Done({ title, money, text }: { title: string; money?: Money; text?: string }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // The sheet that led here is gone, and the focus with it.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.done} role="status" aria-labelledby={id}>
      <span className={styles.mark}>
        <Icon of="check" />
      </span>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {money && <HeroAmount money={money} />}
      {text !== undefined && <p className={textStyles.hint}>{text}</p>}
    </section>
  );
}

/** The four states of every flow, in order. */
export const flowSteps = ['input', 'confirm', 'success', 'continue'] as const;
export type FlowStep = (typeof flowSteps)[number];
const stepText = {
  input: 'step.input',
  confirm: 'step.confirm',
  success: 'step.success',
  continue: 'step.continue',
} as const satisfies Record<FlowStep, string>;

/** Dots that say where in a flow the member is. */
export function Progress({ step }: { step: FlowStep }) {
  const { t } = useTranslation('kit');
  return (
    <ol className={styles.progress} aria-label={t('step.label')}>
      {flowSteps.map((name) => (
        <li key={name} aria-current={name === step ? 'step' : undefined}>
          <span className={textStyles.unseen}>{t(stepText[name])}</span>
        </li>
      ))}
    </ol>
  );
}
