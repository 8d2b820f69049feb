import { money, moneyText, type Parsed, parseAmount } from '@trellis/api-contract';
import type { Tell } from '../../governance/tell/tell.ts';
import { AppError, fieldError } from '../../ground/errors.ts';
import { endpoint, type MemberEndpoints } from '../../platform/http/endpoint.ts';
import { findCertificate } from './certificates.ts';
import { ownPackagesOf } from './ownPackages.ts';
import { presentFigures, presentOffer, presentOwn, presentQuote } from './packagePresenter.ts';
import type { PackageQuote } from './packageQuote.ts';
import { releaseDue } from './packageReleases.ts';
import { type PackageOrder, type PackageParts, PackageService } from './packageService.ts';

/** Makes the service, too: nobody else sells packages. */
export function packageEndpoints(parts: PackageParts & { readonly tell: Tell }): MemberEndpoints {
  const { database, clock, tell } = parts;
  const packages = new PackageService(parts);
  const ownOf = async (memberId: string) => {
    // A job that is late keeps nobody's money. One statement, so it is done whole or not at all; what cannot be
    // released is the job's to tell, and hides nothing from who looks.
    await releaseDue(database, memberId).catch(() => undefined);
    return (await ownPackagesOf(database, memberId)).map((own) => presentOwn(own, clock.now()));
  };
  return [
    endpoint('member', 'getPackageOffer', {
      async handle(_input, { member }) {
        const own = await ownOf(member.id);
        return { body: { ...presentOffer(await packages.offer(member.id)), packages: own } };
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
      async handle({ code: _code, shownReward, ...wanted }, { member, idempotency }) {
        const order = { ...orderOf(wanted), shownReward: amountOf('shownReward', shownReward, 'USDP') };
        const { id, reference, at, quote } = await packages.buy(member.id, order, idempotency, (bought, of) =>
          tell.member(member.id, 'packageBought', boughtTexts(of), { link: linkTo(bought) }),
        );
        return { status: 201, body: { ...presentFigures(quote), id, reference, at: at.toISOString() } };
      },
    }),
    endpoint('member', 'listPackages', {
      async handle(_input, { member }) {
        return { body: { packages: await ownOf(member.id) } };
      },
    }),
    endpoint('member', 'cancelPackage', {
      limit: { points: 30, seconds: 60 },
      transaction: 'call',
      async handle({ id }, { member }) {
        const { reference, cancelledAt, level, price, replayed } = await packages.cancel(member.id, id);
        if (!replayed) {
          const texts = { level, price: moneyText(money(price, 'USD')) };
          await tell.member(member.id, 'packageCancelled', texts, { link: linkTo(id) });
        }
        return { body: { reference, cancelledAt: cancelledAt.toISOString() } };
      },
    }),
    endpoint('member', 'getCertificate', {
      limit: { points: 120, seconds: 60 },
      async handle({ contract }) {
        const found = await findCertificate(database, contract);
        if (!found) throw new AppError('request.not_found');
        const { issuedAt, cancelledAt, ...certificate } = found;
        return {
          body: {
            ...certificate,
            issuedAt: issuedAt.toISOString(),
            cancelledAt: cancelledAt?.toISOString() ?? null,
          },
        };
      },
    }),
  ];
}

const linkTo = (id: string): string => `/plan/packages/${id}`;

const boughtTexts = ({ level, price, reward, loops }: PackageQuote) => ({
  level,
  price: moneyText(money(price, 'USD')),
  reward: moneyText(money(reward, 'USDP')),
  last: loops.at(-1)?.dueAt.toISOString().slice(0, 10) ?? '',
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
