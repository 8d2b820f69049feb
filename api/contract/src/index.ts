export * from './endpoints.ts';
export * from './errors.ts';
export * from './languages.ts';
export * from './notices.ts';
export * from './patterns.ts';
export type * from './types.ts';
export * from './units.ts';
export * from './web.ts';
