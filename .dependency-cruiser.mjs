import { readdirSync } from 'node:fs';
import { features } from './api/contract/src/features.ts';

/**
 * The arrows of the platform, type imports included; `npm run lint` holds them.
 *
 * In `api/src` a file imports from its own folder and from folders that stand below it in this list. So no two folders
 * import each other and none imports upwards. A new folder takes its place here; a product, or a service to members, that
 * nothing else on its floor imports from stands above the others by itself.
 */
const listed = [
  // 0: the ground
  'ground',
  // 1: platform
  'platform/db/migrations',
  'platform/db',
  'platform/embedded',
  'platform/metrics',
  'platform/tracing',
  'platform/jobs',
  'platform/mail',
  'platform/http',
  'platform/events',
  // 2: the money core
  'ledger',
  'ledger/verification',
  // 3: governance
  'governance/audit',
  'governance/approvals',
  'governance/lifecycle',
  'governance/change',
  'governance/notifications/push',
  'governance/notifications',
  'governance/rules',
  // 4: identity
  'identity/credentials',
  'identity/push',
  'identity/members',
  'identity/terms',
  'identity/security/passkeys',
  'identity/security/devices',
  'identity/security/google',
  'identity/security/addresses',
  'identity/security/changes',
  'identity/security/factorResets',
  'identity/security',
  'identity/operators',
  'identity/access',
  // 5: chain
  'chain/nodes',
  'chain/config',
  'chain/watch',
  'chain/payouts',
  'chain',
  // 6: products
  'products/wallet',
  'products/team',
  'products/transfers',
  'products/exchanges',
  'products/deposits',
  'products/withdrawals',
  'products/sale',
  // 7: service
  'service/find',
  'service/history',
  'service/support',
  'service/wording',
  'service/inquiries',
  'service/operations',
  // 8: delivery and development
  'delivery/releases/files',
  'delivery/releases/compatibility',
  'delivery/releases/bucket',
  'delivery/releases/live',
  'delivery/emergency',
  'delivery/web',
  'delivery/smoke',
  'development',
  'development/demo',
  'development/localChain',
  'development/pages',
];

const floors = ['products', 'service'].reduce((folders, floor) => {
  const above = folders.findLastIndex((folder) => folder.startsWith(`${floor}/`)) + 1;
  const added = readdirSync(`${import.meta.dirname}/api/src/${floor}`)
    .map((name) => `${floor}/${name}`)
    .filter((folder) => !folders.includes(folder));
  return folders.toSpliced(above, 0, ...added.toSorted());
}, listed);

/** Workspaces of the features, from the one list. */
const workspacesOf = (audience) =>
  features.filter((feature) => feature.audience === audience).map(({ name }) => `mf-${name}`);
const anyOf = (folders) => `^(?:${folders.join('|')})/`;
const allFeatures = features.map(({ name }) => `mf-${name}`);
/** What runs in a browser. */
const browser = [anyOf([...allFeatures.map((name) => `${name}/src`), 'shell/src', 'shell/sdk/src', 'shell/kit/src'])];

/** By which a feature comes to the shell. */
const doors = ['^shell/(?:kit/src/(?:index|form|gem|chart)|sdk/src/(?:index|flow/index|events/index))\\.ts$'];

const inFolder = (folder) => `^api/src/${folder}/[^/]+$`;
const tests = ['\\.test\\.ts$', '^api/src/testing/'];
/** Wiring and commands stand on top of everything. */
const top = ['^api/src/[^/]+$', '^api/src/app/', '^api/src/commands/'];

export default {
  forbidden: [
    {
      name: 'no-circle-of-files',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'every-folder-has-a-floor',
      severity: 'error',
      comment:
        'A new folder takes its place in the list at the top of .dependency-cruiser.mjs; of products and service it has one by itself.',
      from: { path: '^api/src/', pathNot: [...floors.map(inFolder), ...tests, ...top] },
      to: {},
    },
    ...floors.map((folder, floor) => ({
      name: `only-downwards-from-${folder}`,
      severity: 'error',
      comment:
        'A file imports from its own folder, and from those before it in the list at the top of .dependency-cruiser.mjs.',
      from: { path: inFolder(folder), pathNot: tests },
      to: { path: '^api/src/.*\\.ts$', pathNot: floors.slice(0, floor + 1).map(inFolder) },
    })),
    {
      name: 'tests-stay-out-of-the-product',
      severity: 'error',
      from: { path: '^(api/(src|contract/src)|shell|mf-[^/]+)/', pathNot: [...tests, '^shell/jest/'] },
      to: { path: tests },
    },
    ...allFeatures.map((feature) => ({
      name: `nobody-imports-${feature}`,
      comment: 'A feature is known only from the release registry.',
      severity: 'error',
      from: { path: anyOf(['api', 'shell', ...allFeatures]), pathNot: anyOf([feature]) },
      to: { path: anyOf([feature]) },
    })),
    {
      name: 'features-have-two-doors-to-the-shell',
      comment:
        '@trellis/kit and @trellis/shell-sdk, each with what comes late; the stones, the charts and the event stream, which whoever uses them brings along.',
      severity: 'error',
      from: { path: anyOf(allFeatures.map((name) => `${name}/src`)), pathNot: '\\.test\\.tsx?$' },
      to: { path: '^shell/', pathNot: doors },
    },
    {
      name: 'tests-of-features-also-have-what-shows-a-part',
      comment: 'shell/jest: showPart, fakeApi, dialogs.',
      severity: 'error',
      from: { path: `${anyOf(allFeatures.map((name) => `${name}/src`))}.*\\.test\\.tsx?$` },
      to: { path: '^shell/', pathNot: [...doors, '^shell/jest/'] },
    },
    {
      name: 'the-kit-knows-no-api-and-no-session',
      severity: 'error',
      from: { path: '^shell/kit/src/', pathNot: tests },
      to: {
        path: '^shell/(?:src|sdk)/|^api/contract/src/|node_modules/(?:@reduxjs|react-redux|zod)/',
        pathNot: '^api/contract/src/index\\.ts$',
      },
    },
    {
      name: 'the-shell-and-members-do-not-know-what-operators-speak',
      severity: 'error',
      from: { path: anyOf(['shell/src', 'shell/sdk/src', 'shell/kit/src', ...workspacesOf('member')]) },
      to: { path: '^api/contract/src/.*/operator/' },
    },
    {
      name: 'what-a-domain-says-to-browsers-needs-no-schema',
      severity: 'error',
      from: {
        path: '^api/contract/src/[^/]+/[^/]+/',
        pathNot: ['(schemas|ruleSubjects)\\.ts$', '/audiences/', ...tests],
      },
      to: { path: '^api/contract/src/(schemas/|.*/(schemas|ruleSubjects)\\.ts$)' },
    },
    {
      name: 'what-a-domain-says-to-members-knows-no-operators',
      severity: 'error',
      from: { path: '^api/contract/src/[^/]+/[^/]+/', pathNot: ['/operator/', '/audiences/', ...tests] },
      to: { path: '^api/contract/src/.*/operator/' },
    },
    {
      name: 'schemas-stay-on-the-server',
      severity: 'error',
      from: { path: browser },
      to: { path: '^api/contract/src/(schemas/|.*/(schemas|ruleSubjects)\\.ts$)|node_modules/zod/' },
    },
    {
      name: 'the-inside-of-the-api-is-its-own',
      comment: 'The contract is the door.',
      severity: 'error',
      from: { path: anyOf(['shell', 'api/contract', ...allFeatures]) },
      to: { path: '^api/src/' },
    },
    {
      name: 'the-api-does-not-know-the-browser',
      severity: 'error',
      from: { path: '^api/' },
      to: { path: anyOf(['shell', ...allFeatures]) },
    },
    {
      name: 'models-and-connections-stay-in-db',
      severity: 'error',
      from: { path: '^api/src/', pathNot: ['^api/src/platform/db/', ...tests] },
      to: { path: 'node_modules/sequelize/' },
    },
    {
      name: 'one-door-into-the-api',
      severity: 'error',
      from: { path: '^tests/' },
      to: { path: '^api/src/', pathNot: '^api/src/testing/index\\.ts$' },
    },
  ],
  options: {
    // Of this parser type imports come along, too.
    parser: 'swc',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist/', '^tests/test-results'] },
  },
};
