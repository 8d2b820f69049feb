import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createBrowserRouter, Navigate, Outlet, RouterProvider } from 'react-router-dom';
import type { FeatureModule } from '../feature/feature.ts';
import { askSession } from '../loading/serverLoader.ts';
import { textScale, theme } from '../preferences/appearance.ts';
import { firstLanguage } from '../preferences/language.ts';
import { followZone } from '../session/readerZone.ts';
import { store } from '../store.ts';
import { sdkTexts } from '../texts/sdkTexts.ts';
import { startTexts } from '../texts/texts.ts';
import { DevFrame } from './DevFrame.tsx';
import { LogInFirst } from './LogInFirst.tsx';
import { ScreenCrashed } from './ScreenCrashed.tsx';

/** Shows one feature on a page of its own: the sdk's store, texts and kit around it, no federation and no shell. */
export async function startStandalone(feature: FeatureModule): Promise<void> {
  textScale.apply();
  theme.apply();
  await askSession().catch(() => undefined);
  followZone();
  const { user } = store.getState().session;
  await startTexts(firstLanguage(user && 'language' in user ? user.language : undefined), [...sdkTexts, feature.texts]);

  const paths = feature.routes.flatMap(({ path }) => path ?? []);
  const content = user ? <Outlet /> : <LogInFirst address={`${__TRELLIS_API_ORIGIN__}/login`} />;
  const router = createBrowserRouter([
    {
      element: <DevFrame paths={paths}>{content}</DevFrame>,
      HydrateFallback: () => null,
      children: [
        // Without a path: what throws below it leaves the frame.
        { errorElement: <ScreenCrashed feature={feature.texts.namespace} />, children: feature.routes },
        { path: '*', element: <Navigate to={paths[0] ?? '/'} replace /> },
      ],
    },
  ]);
  const container = document.getElementById('root');
  if (!container) throw new Error('The page has no #root');
  createRoot(container).render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
}
