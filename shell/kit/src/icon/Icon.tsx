import * as styles from './Icon.module.css';
import { type IconSource, icons } from './icons.ts';

/** `of` is the former name: a feature goes on with it for one version, for it may come before the shell that knows the new one. */
type IconProps = { readonly icon: IconSource } | { readonly of: IconSource };

/** A decorative outline: the text alongside it says what it means, so that readers of the page skip it. */
export function Icon(props: IconProps) {
  const source = 'icon' in props ? props.icon : props.of;
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={typeof source === 'string' ? icons[source] : source.path} />
    </svg>
  );
}

/** The meaning of a chip, a badge, a notice or a sign; never reported by colour alone. */
export type Tone = 'primary' | 'positive' | 'negative' | 'warning' | 'locked' | 'neutral';

/** An icon on a tinted square, at the start of a row or a failure card. */
export function Badge({ icon, tone = 'neutral' }: { icon: IconSource; tone?: Tone }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      <Icon icon={icon} />
    </span>
  );
}

/** The strong cells of the product's mark, and the two between, on a 24 by 24 grid. */
export const markPaths = [
  'M4.4.8 7.9 6.3 4.4 11.8.9 6.3zM12 .8l3.5 5.5-3.5 5.5-3.5-5.5zM19.6.8l3.5 5.5-3.5 5.5-3.5-5.5zM12 12.5l3.5 5.5-3.5 5.5L8.5 18z',
  'm8.2 6.65 3.5 5.5-3.5 5.5-3.5-5.5zM15.8 6.65l3.5 5.5-3.5 5.5-3.5-5.5z',
] as const;

/** The product's mark: six rhombi of a trellis, together a cut stone, the four strong ones a T. The name stands alongside it. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 24 24" aria-hidden="true">
      {markPaths.map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}
