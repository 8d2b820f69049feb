import type { DepositChain } from '@trellis/api-contract';

/** Public keys of a seed that anybody may know, at the chains' paths: for chains where nothing is worth anything. */
export const developmentKeys: Readonly<Record<DepositChain, string>> = {
  BSC: 'xpub6F6zpK9oaQ3aknFz4583QnVjHD8qWWBin4LeS34SFEsCKbU7rLHTZw3U5UbeHpwXRhDKWgnbxNH9Q7xfS5h7SVYZZXhcZ8A7z38bLgQ7ZVU',
  TRON: 'xpub6E5W8Xmt85W6KG7pmqJaX1miWx91KXX343PqBYJ33Vo43d9ejxTWGtUjnh6QFtvapNK7285L5nVmp7QGFuCyuBYJR2ZiGWFaMhThJBMtTah',
};
