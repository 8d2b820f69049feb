import path from 'node:path';

/**
 * The part of every class name that no other build has: releases of features that know nothing of each other, and the
 * shell's, stand on one page.
 * @param release `0.1.0-5b4eda1a61`; of its digest a few characters tell two releases apart
 */
export const classScope = (feature: string, release: string): string =>
  `${feature}${release.split('-').at(-1)?.slice(0, 4) ?? ''}`;

/** `.head` of `surface/Card.module.css` in the shell's release 5b4e…: `shell5b4e-Card-head`. */
export const className = (scope: string, file: string, local: string): string =>
  `${scope}-${path.basename(file, '.module.css')}-${local}`;
