import type { AnswerOf } from '@trellis/api-contract/schemas';
import type { Rules } from '../../governance/rules/rules.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';

/**
 * Whether a product is sold to a member. `closed`: to nobody; `closedInCountry`: not where they live; `countryNeeded`: it
 * depends on where they live, which they have not reported.
 */
export type Sale = 'open' | 'closed' | 'closedInCountry' | 'countryNeeded';

export interface SaleParts {
  readonly database: Database;
  readonly rules: Rules;
}

/** By the country of residence, as operators have opened the product. */
export async function saleTo(
  { database, rules }: SaleParts,
  product: 'package' | 'stake' | 'team',
  memberId: string,
): Promise<Sale> {
  const row = await database.one<{ country: string | null }>('SELECT country FROM member WHERE id = $1', [memberId]);
  return saleIn(rules, product, row?.country ?? null);
}

/** The same where the country is known, or known not to be reported (`null`). */
export async function saleIn(
  rules: Rules,
  product: 'package' | 'stake' | 'team',
  country: string | null,
): Promise<Sale> {
  const { open, closedIn } = await rules.at('productSale', product);
  if (!open) return 'closed';
  if (country === null) return 'countryNeeded';
  return closedIn.split(',').includes(country) ? 'closedInCountry' : 'open';
}

/** The same as a member reads it: pages of versions before know one word for what is closed. */
export function presentSale(sale: Sale): Pick<AnswerOf<'member', 'getPackageOffer'>, 'sale' | 'closedFor'> {
  return sale === 'closedInCountry' ? { sale: 'closed', closedFor: 'country' } : { sale };
}

/** @throws AppError member.country_needed where it decides, and the member has not reported it */
export function isOpen(sale: Sale): boolean {
  if (sale === 'countryNeeded') throw new AppError('member.country_needed');
  return sale === 'open';
}
