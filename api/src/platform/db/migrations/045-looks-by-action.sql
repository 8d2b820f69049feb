-- What is a look is told by the action, which the product writes, and no more by the reason, which whoever asks types
-- (governance/audit/auditLog.ts): a deed whose reason is "read" is one of the changes.
DROP INDEX audit_event_changes;
CREATE INDEX audit_event_deeds ON audit_event (number) WHERE action !~ '[.](read|list|find|export|timeline|equation)(_|$)';
