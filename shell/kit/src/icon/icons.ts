/**
 * Outlines of the icons that the shell and the kit need, on a 24 by 24 grid. A feature keeps the ones that only it
 * uses alongside its screens and gives them to `<Icon path>`, so that the first load carries none of them.
 */
export const icons = {
  account: 'M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M4 21a8 8 0 0 1 16 0z',
  alert: 'M12 4 2.5 20h19zM12 10v5M12 17.5v.01',
  back: 'm15 5-7 7 7 7',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 21h4',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  clock: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M12 7v5l3.5 2',
  close: 'm6 6 12 12M18 6 6 18',
  down: 'm6 9 6 6 6-6',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM9.2 12a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0-5.6 0',
  filter: 'M4 7h16M7 12h10M10 17h4',
  globe: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M3.5 12h17M12 3.5c3 3 3 14 0 17-3-3-3-14 0-17z',
  next: 'm9 5 7 7-7 7',
  offline: 'M4 4l16 16M8.5 15.5a5 5 0 0 1 7 0M5.5 12.5a9 9 0 0 1 4-2.3M14 10a9 9 0 0 1 4.5 2.5M12 19v.01',
  package: 'M7 4h10l4 6-9 11L3 10zM3 10h18M9 10l3 11 3-11-3-6z',
  retry: 'M5 12a7 7 0 1 1 2 5M4.5 18.5 6.5 17 8 19',
  team: 'M9.5 5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M3 18.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M16 18.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M12 7.5V12m-6.5 4v-1.5a2.5 2.5 0 0 1 2.5-2.5h8a2.5 2.5 0 0 1 2.5 2.5V16',
  wallet: 'M4 7a2 2 0 0 1 2-2h11v3M4 7v10a2 2 0 0 0 2 2h13a1 1 0 0 0 1-1V9a1 1 0 0 0-1-1H5a1 1 0 0 1-1-1zM16 13.5h.01',
} as const;

export type IconName = keyof typeof icons;

/** An icon of the kit by its name, or the outline of a feature's own. */
export type IconSource = IconName | { readonly path: string };
