import { type ReactNode, useLayoutEffect, useState } from 'react';
import * as textStyles from '../surface/Text.module.css';
import * as styles from './Ladder.module.css';

export interface Step {
  readonly state: 'done' | 'next' | 'open';
  /** Its number and state, for whoever does not see the drawing. */
  readonly label: string;
}

interface LadderProps {
  /** What it shows; without it the drawing is for the eye alone, because a text alongside it says the same. */
  readonly label?: string;
  /** In their order; at most one is next. */
  readonly steps: readonly Step[];
  /** How much of the next step has passed, from 0 to 1. */
  readonly passed?: number;
  /** Names a step that was taken a moment ago, whichever ladder shows it: the rhombus climbs it, once on a page. */
  readonly taken?: string | undefined;
  /** Above the next step: what it brings, and when. */
  readonly flag?: ReactNode;
  /** `card`: lower; `product`: between the two. */
  readonly size?: 'card' | 'product';
  /** Below it: where it begins, what stands between, where it ends. */
  readonly axis?: readonly ReactNode[];
}

const climbed = new Set<string>();

/**
 * Equal steps that add up: every riser is as high as every other, so that it never suggests growth. What is done is
 * drawn strongly, the next has a rhombus on its tread, the rest is there.
 */
export function Ladder({ label, steps, passed = 0, taken, flag, size, axis }: LadderProps) {
  const [climbing, climb] = useState<string>();
  useLayoutEffect(() => {
    if (taken === undefined || climbed.has(taken)) return;
    climbed.add(taken);
    climb(taken);
  }, [taken]);
  const isEarly = steps.findIndex(({ state }) => state === 'next') < steps.length / 2;
  const ladder = (
    <ol
      className={styles.ladder}
      data-size={size}
      data-enter
      data-flag={flag === undefined ? undefined : true}
      data-early={isEarly || undefined}
      data-climbs={(taken !== undefined && climbing === taken) || undefined}
      style={{ '--n': steps.length, '--value': passed }}
      aria-label={label}
      aria-hidden={label === undefined || undefined}
    >
      {steps.map((step, index) => (
        <li key={step.label} data-state={step.state} style={{ '--i': index + 1 }}>
          {label !== undefined && <span className={textStyles.unseen}>{step.label}</span>}
          {step.state === 'next' && (
            <>
              <span className={styles.point} aria-hidden="true" />
              {flag !== undefined && <span className={styles.flag}>{flag}</span>}
            </>
          )}
        </li>
      ))}
    </ol>
  );
  if (axis === undefined) return ladder;
  return (
    <div>
      {ladder}
      <p className={styles.axis}>
        {axis.map((text, index) => (
          <span key={`place-${index}`}>{text}</span>
        ))}
      </p>
    </div>
  );
}
