/** A stylesheet: the build extracts it, nothing is imported from it. */
declare module '*.css';
