import type { Page } from '@playwright/test';
import { audienceOf, type Language, languages, type ReleaseManifest } from '@trellis/api-contract';
import { builtReleases, readManifest } from '../../api/src/testing/index.ts';
import { runSql } from './database.ts';
import { firefoxForAndroid } from './install.ts';
import { type Product, projectRoot } from './product.ts';
import { textsOf } from './texts.ts';

/** What is done to a file on its way, and how the page calls it. */
export const importFaults = [
  ['not found', 'missing'],
  ['hanging', 'timeout'],
  ['HTML with status 200', 'other'],
  ['wrong digest', 'other'],
] as const;

/** Somebody who comes to need a file. */
export interface Visit {
  readonly who: 'visitor' | 'member' | 'operator';
  readonly language: Language;
  readonly path: string;
  readonly userAgent?: string;
  /** What has to be so before. */
  readonly before?: (product: Product) => Promise<void>;
  /** What they do there until the file is asked for. */
  readonly action?: (page: Page) => Promise<void>;
  /** What else is said alongside the card. */
  readonly also?: (page: Page) => Promise<void>;
}

/** A file of a build, and how a page comes to need it. */
export interface BuiltFile {
  readonly owner: ReleaseManifest['feature'];
  readonly name: string;
  /** What the matrix counts as one: a seeded run takes one file of each. */
  readonly kind: string;
  /** `undefined`: nobody knows how, and the matrix is not complete. */
  readonly visit: Visit | undefined;
}

/** Every script and stylesheet of every build: chunks of `import()`, entries, and what the document starts with. */
export function builtFiles(): BuiltFile[] {
  return builtReleases(projectRoot)
    .map(readManifest)
    .flatMap((manifest) =>
      Object.keys(manifest.files)
        // A page without the face of its figures is read in the reader's own; one without its cover opens a new document. What a
        // page starts with that was made without the server comes from the worker: `offlineStart.spec.ts`.
        .filter((name) => !name.endsWith('.woff2') && !['cover', 'kept'].includes(chunkOf(name)))
        .map((name) => ({
          owner: manifest.feature,
          name,
          kind: kindOf(manifest, name),
          visit: visitOf(manifest, name),
        })),
    );
}

const chunkOf = (name: string): string => name.split('.')[0] ?? name;

function kindOf({ feature, routes }: ReleaseManifest, name: string): string {
  const owner = feature === 'shell' || feature === 'operator' ? feature : 'feature';
  const chunk = chunkOf(name);
  const sort = routes.some(({ screen }) => screen === chunk) ? 'screen' : chunk.replace(/-(?:en|jp|zh|ko)$/, '');
  return `${owner} ${sort} ${name.endsWith('.css') ? 'style' : 'script'}`;
}

function visitOf(manifest: ReleaseManifest, name: string): Visit | undefined {
  const chunk = chunkOf(name);
  const part = partVisits[`${manifest.feature}/${chunk}`];
  if (part) return part;
  const language = languages.find((each) => chunk.endsWith(`-${each}`)) ?? 'en';
  if (manifest.feature === 'shell') {
    if (chunk === 'shell' || chunk.startsWith('texts-')) return { who: 'visitor', language, path: '/login' };
    if (chunk.startsWith('install')) return installVisit(language);
    if (chunk.startsWith('access-')) return { who: 'visitor', language, path: '/forgetPassword' };
    // What brings features in, and what their screens share.
    if (has(manifest, 'federation', name)) return { who: 'member', language, path: '/wallet' };
    if (chunk === 'flow') return { who: 'member', language, path: '/wallet/transfer' };
    if (chunk === 'form') return { who: 'member', language, path: '/account/antiPhishing' };
  } else if (name === manifest.entry || chunk === 'feature' || chunk.startsWith('texts-')) {
    const [first] = manifest.routes.filter(({ path }) => path !== '/');
    return first && { who: whoOpens(manifest, first.screen), language, path: pathOf(first) };
  }
  const route =
    manifest.routes.find(({ screen }) => screen === chunk) ??
    manifest.routes.find(({ screen }) => has(manifest, screen, name));
  return route && { who: whoOpens(manifest, route.screen), language, path: pathOf(route) };
}

const has = ({ chunks }: ReleaseManifest, chunk: string, name: string): boolean =>
  chunks[chunk]?.includes(name) ?? false;

const pathOf = ({ path }: { readonly path: string }): string => path.replace(/:\w+/g, '1');

function whoOpens({ feature }: ReleaseManifest, screen: string): Visit['who'] {
  if (feature === 'shell') return 'visitor';
  if (audienceOf(feature) === 'operator') return screen === 'logIn' || screen === 'enrol' ? 'visitor' : 'operator';
  return 'member';
}

const en = textsOf('en');
const address = '0x52908400098527886E0F7030069857D2E4169EE7';

/** By the settings of the account, on a device where a member does it by hand. */
const installVisit = (language: Language): Visit => ({
  who: 'member',
  language,
  path: '/account',
  userAgent: firefoxForAndroid,
  action: (page) => page.getByRole('button', { name: textsOf(language)('account', 'settings.install') }).click(),
});

/** Parts of screens: each is needed only after somebody did something, or some time later. */
const partVisits: Readonly<Record<string, Visit>> = {
  'shell/kitPage': { who: 'visitor', language: 'en', path: '/dev/kit' },
  'shell/openPage': { who: 'member', language: 'en', path: '/wallet' },
  'wallet/addressCheck': {
    who: 'member',
    language: 'en',
    path: '/wallet/withdrawal',
    action: (page) => page.getByRole('textbox', { name: en('wallet', 'withdrawal.address') }).fill(address),
    // The button says why it does not go on.
    also: async (page) => {
      await page.getByRole('button', { name: en('wallet', 'withdrawal.review') }).click();
      await page.getByText(en('wallet', 'withdrawal.checkFailed')).first().waitFor();
    },
  },
  'wallet/assets': {
    who: 'member',
    language: 'en',
    path: '/wallet',
    action: (page) => page.getByRole('heading', { name: en('wallet', 'asset.title') }).click(),
  },
  'team/qr': {
    who: 'member',
    language: 'en',
    path: '/team',
    action: (page) => page.getByRole('button', { name: en('team', 'invite.title'), exact: true }).click(),
  },
  'team/performance': { who: 'member', language: 'en', path: '/team?tab=performance' },
  'wallet/scan': {
    who: 'member',
    language: 'en',
    path: '/wallet/withdrawal',
    action: (page) => page.getByRole('button', { name: en('wallet', 'withdrawal.scan') }).click(),
  },
  'operator/health-picture': {
    who: 'operator',
    language: 'en',
    path: '/releases/operator',
    // Of a release that nobody has there is no picture.
    before: (product) =>
      runSql(
        product,
        `INSERT INTO release_load (feature, release, member, loaded_at, network)
           SELECT feature, release, 8000, now(), 'n' FROM release_event
            WHERE feature = 'operator' AND action = 'activate' ORDER BY id DESC LIMIT 1 ON CONFLICT DO NOTHING`,
      ),
  },
  'account/addressCheck': {
    who: 'member',
    language: 'en',
    path: '/account/addresses',
    action: async (page) => {
      await page.getByRole('button', { name: en('account', 'addresses.add') }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByRole('textbox', { name: en('account', 'addresses.address') }).fill(address);
      await sheet.getByRole('button', { name: en('account', 'addresses.add') }).click();
    },
    also: (page) => page.getByText(en('account', 'addresses.checkFailed')).first().waitFor(),
  },
};
