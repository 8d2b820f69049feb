import type { Gate } from './releases.ts';

export const fit: Gate = (candidate, { shells, features }) => {
  const others = candidate.feature === 'shell' ? features : shells;
  return others
    .filter(({ contract }) => contract !== candidate.contract)
    .map(
      ({ feature, release, contract }) =>
        `made for contract ${candidate.contract}, the live ${feature} ${release} has ${contract}: rebuild it`,
    );
};
