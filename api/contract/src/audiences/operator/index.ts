/** What the operators' host speaks. */
export type { RuleFieldName } from '../../schemas/operator/ruleSubjects.ts';
export * from './contract.ts';
export * from './coverageMarks.ts';
export * from './endpoints.ts';
export * from './errors.ts';
export * from './incident.ts';
export * from './memberHistory.ts';
export * from './operatorEvents.ts';
export * from './readyAnnouncements.ts';
export * from './readyAnswers.ts';
export * from './session.ts';
