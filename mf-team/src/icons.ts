/** Outlines that only this feature uses, on a 24 by 24 grid. */
export const plusIcon = { path: 'M12 5v14M5 12h14' };
export const minusIcon = { path: 'M5 12h14' };
export const upIcon = { path: 'm6 14 6-6 6 6' };
export const downIcon = { path: 'm6 10 6 6 6-6' };
export const leftmostIcon = { path: 'm17 6-6 6 6 6M7 6v12' };
export const rightmostIcon = { path: 'm7 6 6 6-6 6M17 6v12' };
export const shareIcon = { path: 'M12 14V3M8 6.5 12 3l4 3.5M6 11H5v10h14V11h-1' };
export const copyIcon = {
  path: 'M10 8h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM16 5V4H6a2 2 0 0 0-2 2v10h1',
};
export const searchIcon = { path: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zm5 12 4 4' };
export const downloadIcon = { path: 'M12 3v12m-5-5 5 5 5-5M4 20h16' };
