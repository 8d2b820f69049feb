const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export interface TimeLeft {
  /** Until the deadline, or since it has passed. */
  readonly hours: number;
  readonly minutes: number;
  readonly late: boolean;
  /** Loud under twelve hours, raised under a day. */
  readonly tone: 'negative' | 'warning' | 'neutral';
}

/** How long a withdrawal may still take, in whole minutes. */
export function timeLeft(deadlineAt: string, now: number): TimeLeft {
  const leftMs = Date.parse(deadlineAt) - now;
  const minutes = Math.floor(Math.abs(leftMs) / minuteMs);
  return {
    hours: Math.floor(minutes / 60),
    minutes: minutes % 60,
    late: leftMs < 0,
    tone: leftMs < 12 * hourMs ? 'negative' : leftMs < 24 * hourMs ? 'warning' : 'neutral',
  };
}
