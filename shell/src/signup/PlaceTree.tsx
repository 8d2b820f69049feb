import * as styles from './Place.module.css';

interface PlaceTreeProps {
  /** Which of the two places is filled; neither before one is chosen. */
  readonly side: 'left' | 'right' | '';
  /** Who stands above them; their first letter is in the mark. */
  readonly inviter?: string | undefined;
}

/** One member and the two places below, for the eye alone. */
export function PlaceTree({ side, inviter }: PlaceTreeProps) {
  return (
    <svg className={styles.tree} viewBox="0 0 76 56" aria-hidden="true">
      <path d="M38 20v8M16 36v-4a4 4 0 0 1 4-4h36a4 4 0 0 1 4 4v4" />
      <circle cx="38" cy="11" r="10" data-above />
      <circle cx="16" cy="45" r="9" data-chosen={side === 'left' || undefined} />
      <circle cx="60" cy="45" r="9" data-chosen={side === 'right' || undefined} />
      <text x="38" y="15.5" textAnchor="middle">
        {Array.from(inviter ?? '')[0]?.toUpperCase()}
      </text>
    </svg>
  );
}
