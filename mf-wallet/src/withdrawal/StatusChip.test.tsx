import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { StatusChip } from './StatusChip.tsx';

test('what its owner called back is no refusal: grey, and in their own words', () => {
  render(<StatusChip withdrawal={{ status: 'rejected', step: 'ended', cause: 'cancelled' }} />);
  expect(screen.getByText('Cancelled by you').dataset.tone).toBe('neutral');
});

test('a refusal by us stays one', () => {
  render(<StatusChip withdrawal={{ status: 'rejected', step: 'ended', cause: 'securityCheck' }} />);
  expect(screen.getByText('withdrawal.rejected').dataset.tone).toBe('negative');
});

test.each([
  ['pending_review', 'review', 'withdrawal.pendingReview'],
  ['pending_review', 'approved', 'withdrawal.approvedUnpaid'],
  ['pending_review', 'sent', 'withdrawal.onItsWay'],
  ['approved', 'complete', 'withdrawal.approved'],
] as const)('%s at the step %s says %s: approved is not paid', (status, step, words) => {
  render(<StatusChip withdrawal={{ status, step, cause: null }} />);
  expect(screen.getByText(words)).not.toBeNull();
});
