import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { sdkTexts } from '../texts/sdkTexts.ts';
import { startTexts } from '../texts/texts.ts';
import { FailureScreen } from './FailureScreen.tsx';
import type { FeatureLoadError } from './featureLoadError.ts';
import { featureLoads } from './featureLoads.ts';

const crashed: FeatureLoadError = { kind: 'crashed', feature: 'team', release: '7', message: 'TypeError: x' };
const words = { title: 'No team just now', text: 'Nothing is lost.' };

beforeAll(() => startTexts('en', sdkTexts));
afterEach(cleanup);

function show(failure: FeatureLoadError) {
  render(
    <MemoryRouter>
      <FailureScreen failure={failure} onRetry={() => undefined} />
    </MemoryRouter>,
  );
  return screen.getByRole('alert').textContent;
}

test('a feature speaks for itself in the language of the document; what support needs stays', () => {
  featureLoads.noteFallbacks('en', { team: { fallback: words } });
  const card = show(crashed);
  expect(card).toContain('No team just now');
  expect(card).toContain('Nothing is lost.');
  expect(card).toContain('TypeError: x');
  expect(card).not.toContain('didn’t load');
});

test('without words of its own, or in another language than the document, the app speaks', () => {
  featureLoads.noteFallbacks('en', { plan: { fallback: words } });
  expect(show(crashed)).toContain('Team didn’t load');
  cleanup();
  featureLoads.noteFallbacks('ko', { team: { fallback: words } });
  expect(show(crashed)).toContain('Team didn’t load');
});

test('what is switched off is no fault, and there is nothing to try again', () => {
  featureLoads.noteFallbacks('en', { team: { fallback: words } });
  expect(show({ kind: 'absent', feature: 'team' })).toContain('Team is not available right now');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
