import type { Money } from '@trellis/api-contract';
import { useEffect, useId, useRef } from 'react';
import { Art } from '../mark/Art.tsx';
import { HeroAmount } from '../surface/Amount.tsx';
import * as textStyles from '../surface/Text.module.css';
import * as styles from './Done.module.css';
import { doneWithMoney } from './followDone.ts';

interface DoneProps {
  readonly title: string;
  /** Large below the title, where that does not say it. */
  readonly money?: Money;
  readonly text?: string;
  /** What happened, in the place of the title, which follows in the size of text. */
  readonly headline?: string | undefined;
}

/** The result of a flow: a drawing, what happened, the amount, one line more. Announced when it appears. */
export function Done({ title, money, text, headline }: DoneProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // The sheet that led here is gone, and the focus with it.
  useEffect(() => heading.current?.focus(), []);
  const withMoney = money !== undefined;
  useEffect(() => {
    if (withMoney) doneWithMoney();
  }, [withMoney]);
  return (
    <section className={styles.done} role="status" aria-labelledby={id}>
      <Art art="success" />
      <h2 id={id} ref={heading} tabIndex={-1} data-lead={headline !== undefined || undefined}>
        {headline ?? title}
      </h2>
      {headline !== undefined && <p>{title}</p>}
      {money && headline === undefined && <HeroAmount money={money} />}
      {text !== undefined && <p className={textStyles.hint}>{text}</p>}
    </section>
  );
}
