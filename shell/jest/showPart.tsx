import { render } from '@testing-library/react';
import type { AudienceName, UserOf } from '@trellis/api-contract';
import { enterSession, store } from '@trellis/shell-sdk';
import { sdkTexts, startTexts } from '@trellis/shell-sdk/host';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { installDialogs } from './dialogs.ts';

/**
 * Once, before parts are shown: sheets can open, and shell, kit and errors of no product say their English words. A feature's own
 * texts stay keys, unless they are given.
 */
export async function startParts(...own: Parameters<typeof startTexts>[1]): Promise<void> {
  installDialogs();
  await startTexts('en', [...sdkTexts, ...own]);
}

/** Shows a screen, or a part of one, to who is logged in: with nothing in the cache, at the address `/`. */
export function showPart(part: ReactNode, user: UserOf<AudienceName> = member): ReturnType<typeof render> {
  enterSession(user);
  return render(
    <Provider store={store}>
      <MemoryRouter>{part}</MemoryRouter>
    </Provider>,
  );
}

const member: UserOf<'member'> = { username: 'hana', language: 'en', suspended: false };
