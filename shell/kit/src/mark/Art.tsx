import * as styles from './Art.module.css';

/** Drawings on a grid of 168 by 112: a ground, the lines, what stands out, and what is filled with it. */
const drawings = {
  /** A stair drawn ahead, the first tread done. */
  empty: {
    wash: 'M84 8l60 48-60 48-60-48z',
    lines: 'M128 12v12m-6-6h12',
    dashed: 'M30 92h28V72h28V52h28V32h26',
    accent: 'M16 92h42',
    solid: 'M58 74l8 14-8 14-8-14z',
  },
  /** A stair climbed to its end. */
  success: {
    wash: 'M84 4l66 52-66 52-66-52z',
    lines: 'M20 104h118',
    accent: 'M20 96h28V76h28V56h28V36h34',
    solid: 'M121 10l11 18-11 18-11-18z',
    tick: 'M116 28l4 4 7-8',
  },
  /** A gate of a trellis with a lock: what is not open, or could not be loaded. */
  closed: {
    wash: 'M84 6l62 50-62 50-62-50z',
    lines: 'M54 100V40a30 30 0 0 1 60 0v60zM44 100h80M54 62l30 38 30-38M54 100l30-38 30 38M84 10v90M58 30l26 32 26-32',
    accent: 'M76 62h16v14H76zM79 62v-4a5 5 0 0 1 10 0v4',
  },
} as const satisfies Record<string, Partial<Record<'wash' | 'lines' | 'dashed' | 'accent' | 'solid' | 'tick', string>>>;

export type ArtName = keyof typeof drawings;

/** `of` is the former name, which features go on with for one version. */
type ArtProps = { readonly art: ArtName } | { readonly of: ArtName };

/** A drawing above one sentence, for the eye alone. */
export function Art(props: ArtProps) {
  return (
    <svg className={styles.art} viewBox="0 0 168 112" aria-hidden="true">
      {Object.entries(drawings['art' in props ? props.art : props.of]).map(([part, d]) => (
        <path key={part} data-part={part} d={d} />
      ))}
    </svg>
  );
}
