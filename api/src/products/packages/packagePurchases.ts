import { money, moneyText } from '@trellis/api-contract';
import { v7 as newId } from 'uuid';
import type { WrittenNotice } from '../../governance/notifications/written.ts';
import type { UtcDay } from '../../ground/utcDay.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Idempotency } from '../../platform/http/endpoint.ts';
import type { NewMail } from '../../platform/mail/outbox.ts';
import {
  type FiguresRow,
  figuresOf,
  orderInSql,
  type PackageFigures,
  type PackageOrder,
  type RefusedRow,
} from './packageQuote.ts';

export interface BoughtPackage {
  readonly id: string;
  /** The journal's, as records have it. */
  readonly reference: string;
  readonly at: Date;
  readonly quote: PackageFigures;
}

interface BoughtRow extends FiguresRow {
  readonly refused: null;
  readonly replayed: boolean;
  readonly id: string;
  readonly reference: string;
  readonly at: Date;
}

/** What became of an order, by its place among them from 1. */
export type PurchaseRow = { readonly place: number } & (BoughtRow | RefusedRow);

/** An order as `purchase_packages` takes it. */
export interface PurchaseItem extends ReturnType<typeof orderInSql> {
  readonly member: string;
  readonly id: string;
  readonly journal: string;
  readonly key: string;
  readonly hash: string;
  /** What its member is notified of with it: it is bought as it says, or not at all. */
  readonly notified?: Readonly<Record<'level' | 'price' | 'reward' | 'lastDay', string>>;
  readonly notice?: WrittenNotice;
  readonly mail?: NewMail & { readonly id: string };
}

export const purchaseItem = (member: string, order: PackageOrder, { key, requestHash }: Idempotency): PurchaseItem => ({
  ...orderInSql(order),
  member,
  id: newId(),
  journal: newId(),
  key,
  hash: requestHash.toString('hex'),
});

/** Buys them in one statement; what is in doubt has no row. */
export const purchase = (database: Database, items: readonly PurchaseItem[]): Promise<PurchaseRow[]> =>
  database.rows<PurchaseRow>('SELECT * FROM purchase_packages($1)', [JSON.stringify(items)]);

export const boughtOf = ({ id, reference, at, ...row }: BoughtRow): BoughtPackage => ({
  id,
  reference,
  at,
  quote: figuresOf(row),
});

/** What a buyer is notified of. */
export const boughtTexts = ({ level, price, reward, last }: NotifiedPackage) => ({
  level,
  price: moneyText(money(price, 'USD')),
  reward: moneyText(money(reward, 'USDP')),
  last,
});

export interface NotifiedPackage extends Pick<PackageFigures, 'level' | 'price' | 'reward'> {
  /** The day of its last part. */
  readonly last: UtcDay;
}

export const linkToPackage = (id: string): string => `/plan/packages/${id}`;
