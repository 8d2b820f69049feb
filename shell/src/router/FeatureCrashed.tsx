import { classify, FailureScreen, releaseOf } from '@trellis/shell-sdk/host';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { ownerOf } from './access.ts';

/** In the place of a screen that threw while it was drawn. Navigating, also to the same address, draws it anew. */
export function FeatureCrashed() {
  const thrown = useRouteError();
  const location = useLocation();
  const navigate = useNavigate();
  const feature = ownerOf(location.pathname) ?? 'shell';
  return (
    <FailureScreen
      failure={classify(thrown, { feature, release: releaseOf(feature) })}
      onRetry={() => void navigate(location, { replace: true })}
    />
  );
}
