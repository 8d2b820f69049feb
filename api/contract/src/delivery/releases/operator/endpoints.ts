import type { OperatorEndpoint } from '../../../audiences/operator/endpoint.ts';
import { loadReportsPath } from '../releases.ts';

export const releaseOperatorEndpoints = {
  reportLoads: { method: 'POST', path: loadReportsPath, auth: 'operator', byCommand: false },
  listReleases: { method: 'GET', path: '/releases', auth: 'operator', tags: ['Release'] },
  getReleaseHealth: { method: 'GET', path: '/releases/:feature/health', auth: 'operator', tags: ['Release'] },
  listReleaseErrors: { method: 'GET', path: '/releases/:feature/errors', auth: 'operator', tags: ['Release'] },
  compareReleaseCalls: { method: 'GET', path: '/releases/:feature/calls', auth: 'operator', tags: ['Release'] },
  getReleaseHistory: { method: 'GET', path: '/releases/:feature/history', auth: 'operator', tags: ['Release'] },
  exportReleaseHistory: {
    method: 'GET',
    path: '/releases/:feature/history.csv',
    auth: 'operator',
    byCommand: false,
    file: 'text/csv',
  },
  activateRelease: {
    method: 'POST',
    path: '/releases/:feature/activate',
    auth: 'releases',
    freshCode: true,
    tags: ['Release'],
  },
  rollOutRelease: {
    method: 'POST',
    path: '/releases/:feature/rollout',
    auth: 'releases',
    // To take it back from all is to stop.
    freshCode: { unless: { share: 0 } },
    tags: ['Release'],
  },
  giveReleaseToMembers: {
    method: 'POST',
    path: '/releases/:feature/members',
    auth: 'releases',
    freshCode: true,
    tags: ['Release'],
  },
  rollBackRelease: {
    method: 'POST',
    path: '/releases/:feature/rollback',
    auth: 'releases',
    // To what most never had, or past a closed hole, is to go on.
    freshCode: 'decided',
    tags: ['Release'],
  },
  switchFeatureOff: {
    method: 'POST',
    path: '/releases/:feature/off',
    auth: 'stop',
    // For a day after it was switched on; and of the console always: without it nobody works, which stops more than it saves.
    freshCode: 'decided',
    tags: ['Release'],
  },
  switchFeatureOn: {
    method: 'POST',
    path: '/releases/:feature/on',
    auth: 'releases',
    freshCode: true,
    tags: ['Release'],
  },
  pinRelease: { method: 'POST', path: '/releases/:feature/pin', auth: 'releases', freshCode: true, tags: ['Release'] },
  unpinRelease: {
    method: 'POST',
    path: '/releases/:feature/unpin',
    auth: 'releases',
    freshCode: true,
    tags: ['Release'],
  },
  raiseReleaseFloor: {
    method: 'POST',
    path: '/releases/:feature/floor',
    auth: 'releases',
    freshCode: true,
    tags: ['Release'],
  },
} as const satisfies Record<string, OperatorEndpoint>;
