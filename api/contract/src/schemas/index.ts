/** What checks calls and answers: for the server alone. */

export * from '../governance/rules/operator/ruleSubjects.ts';
export type { FileAnswer } from '../products/statements/schemas.ts';
export { type AnswerOf, contracts, type EndpointNameOf, type ParsedOf } from './contracts.ts';
export { type Schemas, schemas } from './member.ts';
export { operatorSchemas } from './operator.ts';
