/** What checks calls and answers: for the server alone. */
export { type AnswerOf, contracts, type EndpointNameOf, type ParsedOf } from './contracts.ts';
export { type Schemas, schemas } from './member.ts';
export { operatorSchemas } from './operator/index.ts';
export * from './operator/ruleSubjects.ts';
export type { FileAnswer } from './statements.ts';
