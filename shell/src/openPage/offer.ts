import type { FeatureName } from '@trellis/api-contract';

type Part = FeatureName | 'shell';
/** A release by feature, and the shell's. */
export type Releases = Readonly<Partial<Record<Part, string>>>;

/** What an open page knows of newer releases. It keeps the ones it was made with until it is loaded again. */
export interface Offer {
  /** A new page would be made of other releases. */
  readonly newer: boolean;
  /** The bar may show: the member has gone somewhere since. */
  readonly offered: boolean;
  /** Features that this page may not open any more. */
  readonly off: readonly FeatureName[];
  /** Milliseconds since 1970. */
  readonly dismissedAt?: number;
}

export const nothingOffered: Offer = { newer: false, offered: false, off: [] };

/** After "not now" the page does not ask again for so long. */
export const askAgainAfterMs = 600_000;

/** The server reported what a new page would be made of; `made` is what this one is made of. */
export function afterReport(offer: Offer, reported: Releases, made: Releases): Offer {
  const newer = (Object.keys(reported) as Part[]).some((name) => reported[name] !== made[name]);
  // What was switched off and came back as another release is not opened as the old one: it may be why.
  const off = featuresOf(made).filter(
    (name) => !(name in reported) || (offer.off.includes(name) && reported[name] !== made[name]),
  );
  return { ...offer, newer, off, offered: offer.offered && newer };
}

const featuresOf = (releases: Releases): FeatureName[] =>
  (Object.keys(releases) as Part[]).filter((name) => name !== 'shell');

/** The member went to another page of the app: the one moment at which something new is offered. */
export function afterNavigation(offer: Offer, now: number): Offer {
  const { newer, dismissedAt } = offer;
  return { ...offer, offered: newer && (dismissedAt === undefined || now - dismissedAt >= askAgainAfterMs) };
}

export const afterDismissal = (offer: Offer, now: number): Offer => ({ ...offer, offered: false, dismissedAt: now });
