import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { StatusChip } from './StatusChip.tsx';

test('what its owner called back is no refusal: grey, and in their own words', () => {
  render(<StatusChip withdrawal={{ status: 'rejected', cause: 'cancelled' }} />);
  expect(screen.getByText('Cancelled by you').dataset.tone).toBe('neutral');
});

test('a refusal by us stays one', () => {
  render(<StatusChip withdrawal={{ status: 'rejected', cause: 'securityCheck' }} />);
  expect(screen.getByText('withdrawal.rejected').dataset.tone).toBe('negative');
});
