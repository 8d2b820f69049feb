import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { FailureScreen } from '../loading/FailureScreen.tsx';
import { classify } from '../loading/featureLoadError.ts';

/** In the place of a screen that threw while it was drawn: the card that members would see. */
export function ScreenCrashed({ feature }: { feature: string }) {
  const location = useLocation();
  const navigate = useNavigate();
  const failure = classify(useRouteError(), { feature, release: __TRELLIS_RELEASE__ });
  return <FailureScreen failure={failure} onRetry={() => void navigate(location, { replace: true })} />;
}
