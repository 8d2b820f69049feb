/** What stands in a certificate; `undefined`: in a form that this release does not know. */
export interface CertificateText {
  readonly contract: string;
  readonly serial: number;
  readonly previous: string;
  readonly level: string;
  readonly planType: 'level' | 'custom';
  readonly price: string;
  readonly points: string;
  readonly value: string;
  readonly reward: string;
  readonly currency: string;
  readonly stakeDays: number;
  readonly loops: number;
  readonly startedAt: string;
}

const texts = ['contract', 'previous', 'level', 'price', 'points', 'value', 'reward', 'currency', 'startedAt'] as const;
const numbers = ['serial', 'stakeDays', 'loops'] as const;

export function readCertificate(json: string): CertificateText | undefined {
  try {
    const read = JSON.parse(json) as Readonly<Record<string, unknown>>;
    const known =
      read.certificate === 'package 1' &&
      texts.every((name) => typeof read[name] === 'string') &&
      numbers.every((name) => Number.isSafeInteger(read[name])) &&
      (read.planType === 'level' || read.planType === 'custom');
    return known ? (read as unknown as CertificateText) : undefined;
  } catch {
    return undefined;
  }
}
