/** What the operators' host speaks. */
export * from './endpoints.ts';
export * from './errors.ts';
