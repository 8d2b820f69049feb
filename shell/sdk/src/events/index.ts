export * from './eventStream.ts';
