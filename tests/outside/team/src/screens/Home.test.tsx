import { beforeAll, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { answer, fakeApi, showPart, startParts } from '@trellis/feature-build/testing';
import { Component } from './Home.tsx';

beforeAll(startParts);

test('shows the code, and how many joined by it on each side', async () => {
  fakeApi({ 'GET /team/invite': answer({ code: 'HANA2026', joined: { left: 3, right: 5 } }) });
  const { container } = showPart(<Component />);
  expect(await screen.findByText('HANA2026')).toBeTruthy();
  expect(container.textContent).toMatch(/invite\.left3.*invite\.right5/);
});
