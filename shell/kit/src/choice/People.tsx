import { useId } from 'react';
import { Person } from '../mark/Person.tsx';
import * as rowsStyles from '../surface/Rows.module.css';
import * as textStyles from '../surface/Text.module.css';
import * as styles from './People.module.css';

interface PeopleProps {
  readonly label: string;
  /** Usernames, the likeliest first. */
  readonly names: readonly string[];
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
}

/** Members to choose from by one tap. */
export function People({ label, names, chosen, onChoose }: PeopleProps) {
  const id = useId();
  return (
    <div className={styles.people}>
      <span className={textStyles.hint} id={id}>
        {label}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lay its children out as columns everywhere */}
      <div className={rowsStyles.shortcuts} role="group" aria-labelledby={id}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            className={`${rowsStyles.shortcut} ${styles.choice}`}
            aria-pressed={name === chosen}
            onClick={() => onChoose(name)}
          >
            <Person name={name} />
            <span className={styles.name} translate="no">
              {name}
            </span>
          </button>
        ))}
      </div>
    </div>
  );
}
