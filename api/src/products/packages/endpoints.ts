import { money, moneyText, type Parsed, parseAmount } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import type { Notifier } from '../../governance/notifications/notifier.ts';
import { AppError, fieldError } from '../../ground/errors.ts';
import type { Log } from '../../ground/log.ts';
import { utcDayOf } from '../../ground/utcDay.ts';
import { costlyReads, endpoint, type MemberEndpoints } from '../../platform/http/endpoint.ts';
import { failureFacts } from '../../platform/jobs/failureCode.ts';
import { findCertificate } from './certificates.ts';
import { type OwnPage, ownPackagesOf, packageSumsOf } from './ownPackages.ts';
import { presentFigures, presentOffer, presentOwn, presentQuote } from './packagePresenter.ts';
import { type BoughtPackage, boughtTexts, linkToPackage } from './packagePurchases.ts';
import type { PackageOrder } from './packageQuote.ts';
import { releaseDue } from './packageReleases.ts';
import { type PackageParts, PackageService } from './packageService.ts';
import { PackagesTogether } from './packagesTogether.ts';

/** Makes the service, too: nobody else sells packages. */
export function packageEndpoints(
  parts: PackageParts & { readonly notifier: Notifier; readonly log: Log },
): MemberEndpoints {
  const { database, clock, log, notifier } = parts;
  const packages = new PackageService(parts);
  const together = new PackagesTogether(parts, log);
  const ownOf = async (memberId: string, page: OwnPage = {}) => {
    // A job that is late keeps nobody's money. One statement, so it is done whole or not at all; what cannot be
    // released is the job's to report, and hides nothing from who looks.
    await releaseDue(database, memberId).catch((error: unknown) =>
      log.warn({ ...failureFacts(error), member: memberId }, 'the release of due packages failed'),
    );
    const own = await ownPackagesOf(database, memberId, page);
    return { ...own, packages: own.packages.map((each) => presentOwn(each, clock.now())) };
  };
  return [
    endpoint('member', 'getPackageOffer', {
      limit: costlyReads,
      async handle(_input, { member }) {
        const own = await ownOf(member.id);
        const { purchased, reward } = await packageSumsOf(database, member.id);
        const totals = { purchased: money(purchased, 'USD'), reward: money(reward, 'USDP') };
        return { body: { ...presentOffer(await packages.offer(member.id)), ...own, totals } };
      },
    }),
    endpoint('member', 'getPackageQuote', {
      limit: { points: 120, seconds: 60 },
      async handle(wanted, { member }) {
        const { quote, terms } = await packages.quote(member.id, orderOf(wanted));
        return { body: presentQuote(quote, terms) };
      },
    }),
    endpoint('member', 'buyPackage', {
      limit: { points: 30, seconds: 60 },
      transaction: 'call',
      usdValue: (wanted) => packages.priceOf(orderOf(wanted)),
      async attempt(wanted, { member, idempotency }) {
        const bought = await together.buy(member.id, shownOrderOf(wanted), idempotency);
        return bought && { status: 201, body: presentBought(bought) };
      },
      async handle(wanted, { member, idempotency }) {
        const bought = await packages.buy(member.id, shownOrderOf(wanted), idempotency);
        const { quote } = bought;
        const texts = boughtTexts({ ...quote, last: quote.startDay + quote.days });
        await notifier.member(member.id, 'packageBought', texts, { link: linkToPackage(bought.id) });
        return { status: 201, body: presentBought(bought) };
      },
    }),
    endpoint('member', 'listPackages', {
      limit: costlyReads,
      handle: async (page, { member }) => ({ body: await ownOf(member.id, page) }),
    }),
    endpoint('member', 'cancelPackage', {
      limit: { points: 30, seconds: 60 },
      transaction: 'call',
      async handle({ id }, { member }) {
        const { reference, cancelledAt, level, price, replayed } = await packages.cancel(member.id, id);
        if (!replayed) {
          const texts = { level, price: moneyText(money(price, 'USD')) };
          await notifier.member(member.id, 'packageCancelled', texts, { link: linkToPackage(id) });
        }
        return { body: { reference, cancelledAt } };
      },
    }),
    endpoint('member', 'getCertificate', {
      limit: { points: 120, seconds: 60 },
      async handle({ contract }) {
        const purchase = await findCertificate(database, contract);
        if (!purchase) throw new AppError('request.not_found');
        const { issuedAt, cancelledAt, ...certificate } = purchase;
        return {
          body: {
            ...certificate,
            issuedAt,
            cancelledAt,
          },
        };
      },
    }),
  ];
}

const presentBought = ({ id, reference, at, quote }: BoughtPackage): AnswerOf<'member', 'buyPackage'> => ({
  ...presentFigures(quote),
  id,
  reference,
  at,
});

type Shown = Pick<Parsed<'buyPackage'>, 'shownReward' | 'shown'>;

const shownOrderOf = ({ shownReward, shown, ...wanted }: Wanted & Shown): PackageOrder => ({
  ...orderOf(wanted),
  shownReward: amountOf('shownReward', shownReward, 'USDP'),
  shown: shown && {
    ...shown,
    price: amountOf('shown.price', shown.price, 'USD'),
    lastDay: utcDayOf(new Date(shown.lastOn)),
    cancelUntil: shown.cancelUntil === null ? undefined : new Date(shown.cancelUntil),
  },
});

type Wanted = Pick<Parsed<'getPackageQuote'>, 'level' | 'amount' | 'rp'>;

const orderOf = ({ level, amount, rp }: Wanted): PackageOrder => ({
  level,
  custom: amount === undefined ? undefined : amountOf('amount', amount, 'USD'),
  rp: rp === undefined ? 0n : amountOf('rp', rp, 'RP'),
});

/** @throws AppError money.amount_format at the field */
function amountOf(path: string, text: string, unit: 'USD' | 'RP' | 'USDP'): bigint {
  const minor = parseAmount(text, unit);
  if (minor === undefined) throw fieldError([{ path, code: 'money.amount_format' }]);
  return minor;
}
