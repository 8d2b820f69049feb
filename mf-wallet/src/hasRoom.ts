/** Whether the window has two columns, as the kit's stylesheet gives them. */
export const hasRoom = (): boolean => window.matchMedia('(min-width: 1100px)').matches;
