import { percentText } from '@trellis/api-contract';
import { useId } from 'react';
import { percentOfShare } from './percents.ts';
import * as styles from './ShareSlider.module.css';
import { shareStops } from './shareSteps.ts';

interface ShareSliderProps {
  readonly label: string;
  /** Hundredths of a percent; one of the stops. */
  readonly value: number;
  readonly onChange: (share: number) => void;
  /** Id of what it comes to. */
  readonly describedBy: string;
}

const said = (stop: number): string => percentText(percentOfShare(stop));

/** A share of people: the platform's own slider, that halts at the stops alone, with each stop to press below it. */
export function ShareSlider({ label, value, onChange, describedBy }: ShareSliderProps) {
  const id = useId();
  return (
    <div className={styles.share}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={shareStops.length - 1}
        step={1}
        value={(shareStops as readonly number[]).indexOf(value)}
        aria-valuetext={said(value)}
        aria-describedby={describedBy}
        onChange={(event) => onChange(shareStops[event.target.valueAsNumber] ?? value)}
      />
      <div className={styles.stops}>
        {shareStops.map((stop) => (
          <button key={stop} type="button" aria-pressed={stop === value} onClick={() => onChange(stop)}>
            {said(stop)}
          </button>
        ))}
      </div>
    </div>
  );
}
