import * as styles from './Person.module.css';

const hues = 6;

/** One of six grounds, always the same one for a name. */
const hueOf = (name: string): number =>
  (Array.from(name).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % hues) + 1;

/** The mark of a member, for the eye alone: the first letter of the name that stands alongside it. There are no pictures. */
export function Person({ name, size }: { name: string; size?: 'small' | 'large' }) {
  return (
    <span className={styles.person} data-hue={hueOf(name)} data-size={size} aria-hidden="true" translate="no">
      {Array.from(name)[0]}
    </span>
  );
}
