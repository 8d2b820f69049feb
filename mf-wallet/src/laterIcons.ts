/** Outlines of the screens after home: its own files do not bring them. */
export const searchIcon = { path: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zm5 12 4 4' };
export const statementIcon = { path: 'M6 3h8l5 5v13H6zM14 3v5h5M9 13h7M9 17h7' };
export const scanIcon = {
  path: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M8 8h3v3H8zM13 8h3v3h-3zM8 13h3v3H8zM13 13h3v3h-3z',
};
export const copyIcon = {
  path: 'M10 8h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM16 5V4H6a2 2 0 0 0-2 2v10h1',
};
export const shareIcon = { path: 'M12 14V3M8 6.5 12 3l4 3.5M6 11H5v10h14V11h-1' };
export const linkIcon = {
  path: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17',
};
export const chatIcon = { path: 'M4 5h16v12H10l-5 4v-4H4z' };
