import type { NoticeEntry } from '../../entries.ts';

export const securityNotices = {
  newDevice: { kind: 'security', params: { device: 'device' } },
  codeGuessed: { kind: 'security', params: { device: 'device' } },
  passwordChanged: { kind: 'security', params: { until: 'time' } },
  passwordReset: { kind: 'security', params: { until: 'time' } },
  googleBound: { kind: 'security', params: {} },
  googleUnbound: { kind: 'security', params: { until: 'time' } },
  recoveryCodeUsed: { kind: 'security', params: { left: 'text' } },
  emailChanged: { kind: 'security', params: { email: 'text', until: 'time' } },
  addressAdded: { kind: 'security', params: { label: 'text', until: 'time' } },
  accountFrozen: { kind: 'security', params: {} },
  sessionEnded: { kind: 'security', params: { device: 'device' } },
  passkeyAdded: { kind: 'security', params: { name: 'text' } },
  passkeyRemoved: { kind: 'security', params: { name: 'text' } },
  passkeysEnded: { kind: 'security', params: {} },
  secondFactorReset: { kind: 'security', params: { until: 'time' } },
  secondFactorResetPending: { kind: 'security', params: { until: 'time' } },
  secondFactorResetCancelled: { kind: 'security', params: {} },
} as const satisfies Record<string, NoticeEntry>;
