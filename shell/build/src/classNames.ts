import path from 'node:path';

/**
 * `.head` of `surface/Card.module.css` in the shell's release 5b4e…: `shell5b4e-Card-head`.
 * @param scope what no other build has: releases of features that know nothing of each other stand on one page
 */
export const className = (scope: string, file: string, local: string): string =>
  `${scope}-${path.basename(file, '.module.css')}-${local}`;
