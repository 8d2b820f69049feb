/**
 * The arrows of the house, type imports included; `npm run lint` holds them.
 *
 * In `api/src` a file imports from its own folder and from folders that stand below it in this list. So no two folders
 * import each other and none imports upwards. A new folder takes its place here.
 */
const floors = [
  // 0: the ground
  'ground',
  // 1: platform
  'platform/db/migrations',
  'platform/db',
  'platform/embedded',
  'platform/jobs',
  'platform/mail',
  'platform/http',
  'platform/events',
  // 2: the money core
  'ledger',
  'ledger/verification',
  // 3: governance
  'governance/audit',
  'governance/change',
  'governance/tell',
  'governance/rules',
  // 4: identity
  'identity/credentials',
  'identity/members',
  'identity/terms',
  'identity/security/devices',
  'identity/security/google',
  'identity/security/passkeys',
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
  'products/statements',
  'products/team',
  'products/transfers',
  'products/exchanges',
  'products/deposits',
  'products/withdrawals',
  // 7: service
  'service/support',
  'service/inquiries',
  // 8: delivery and development
  'delivery/releases/files',
  'delivery/releases/gate',
  'delivery/releases/bucket',
  'delivery/releases/live',
  'delivery/web',
  'delivery/smoke',
  'delivery/enrolPage',
  'development',
  'development/demo',
  'development/localChain',
  'development/pages',
];

const inFolder = (folder) => `^api/src/${folder}/[^/]+$`;
const tests = ['\\.test\\.ts$', '^api/src/testing/'];
/** Wiring and commands stand on top of everything. */
const top = ['^api/src/[^/]+$', '^api/src/commands/'];

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
      from: { path: '^api/src/', pathNot: [...floors.map(inFolder), ...tests, ...top] },
      to: {},
    },
    ...floors.map((folder, floor) => ({
      name: `only-downwards-from-${folder}`,
      severity: 'error',
      from: { path: inFolder(folder), pathNot: tests },
      to: { path: '^api/src/.*\\.ts$', pathNot: floors.slice(0, floor + 1).map(inFolder) },
    })),
    {
      name: 'tests-stay-out-of-the-product',
      severity: 'error',
      from: { path: '^(api/(src|contract/src)|shell|mf-[^/]+)/', pathNot: [...tests, '^shell/jest/'] },
      to: { path: tests },
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
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist/', '^tests/test-results'] },
  },
};
