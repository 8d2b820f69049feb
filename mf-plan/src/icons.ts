/** Outlines that only this feature uses, on a 24 by 24 grid. */
export const customIcon = { path: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 4.5v5M8 14.5v5' };
