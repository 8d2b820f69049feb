/** What the operators' host speaks. */

export * from '../../governance/audit/operator/auditActions.ts';
export type { RuleFieldName } from '../../governance/rules/operator/ruleSubjects.ts';
export * from '../../identity/operators/operator/session.ts';
export * from '../../service/announcements/operator/readyAnnouncements.ts';
export * from '../../service/history/operator/memberHistory.ts';
export * from '../../service/incident/operator/incident.ts';
export * from '../../service/inquiries/operator/readyAnswers.ts';
export * from '../../service/solvency/operator/coverageMarks.ts';
export * from '../callEffects.ts';
export * from './contract.ts';
export * from './endpoint.ts';
export * from './endpoints.ts';
export * from './errors.ts';
export * from './operatorEvents.ts';
