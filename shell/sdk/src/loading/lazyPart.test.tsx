import { expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { sdkTexts } from '../texts/sdkTexts.ts';
import { startTexts } from '../texts/texts.ts';
import { LoadFailure } from './FailureScreen.tsx';
import { featureLoads } from './featureLoads.ts';
import { lazyPart, moduleOf, usePart } from './lazyPart.ts';

const fields = {
  feature: 'wallet',
  release: '7',
  chunkId: 'scan',
  type: 'missing',
  request: '/assets/wallet/7/scan.js',
};
const chunkError = () => Object.assign(new Error('no'), { name: 'ChunkLoadError', ...fields });

test('a part that did not come is data with its fields, and the next call loads again', async () => {
  const load = jest.fn<() => Promise<string>>().mockRejectedValueOnce(chunkError()).mockResolvedValue('here');
  const part = lazyPart('wallet', load);
  const first = await part();
  expect(first).toEqual({ failure: { kind: 'chunk', code: 'feature.load_failed', ...fields } });
  expect(() => moduleOf(first)).toThrow('wallet: chunk');
  const second = await part();
  expect(second).toEqual({ module: 'here' });
  expect(moduleOf(second)).toBe('here');
});

test('it neither begins nor ends the load of its owner, and is tried again when the member begins again', async () => {
  featureLoads.begin('wallet');
  const left = featureLoads.millisecondsLeft('wallet');
  const giveUps: (() => void)[] = [];
  const load = jest
    .fn<() => Promise<string>>()
    .mockImplementationOnce(
      () => new Promise((_, reject) => featureLoads.wait('wallet', () => giveUps.push(() => reject(chunkError())))),
    )
    .mockResolvedValue('here');
  const part = lazyPart('wallet', load)();
  featureLoads.restart();
  for (const giveUp of giveUps) giveUp();
  expect(await part).toEqual({ module: 'here' });
  expect(load).toHaveBeenCalledTimes(2);
  expect(featureLoads.millisecondsLeft('wallet')).toBeLessThanOrEqual(left);
  featureLoads.end('wallet');
});

test('its card shows chunk, type and address, and its retry brings the part', async () => {
  await startTexts('en', sdkTexts);
  const part = lazyPart(
    'wallet',
    jest.fn<() => Promise<string>>().mockRejectedValueOnce(chunkError()).mockResolvedValue('the scanner'),
  );
  function Place() {
    const [outcome, retry] = usePart(part);
    if (outcome?.failure) return <LoadFailure failure={outcome.failure} onRetry={retry} />;
    return <p>{outcome?.module ?? 'loading'}</p>;
  }
  render(<Place />);
  const card = await screen.findByRole('alert');
  for (const field of ['feature.load_failed', 'scan', 'missing', '/assets/wallet/7/scan.js'])
    expect(card.textContent).toContain(field);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('the scanner')).not.toBeNull();
});
