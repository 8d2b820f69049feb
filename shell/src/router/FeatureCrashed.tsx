import { classify, FailureScreen, featureLoads } from '@trellis/shell-sdk/host';
import { useEffect, useMemo } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { ownerOf } from './access.ts';

/** In the place of a screen that threw while it was drawn. Navigating, also to the same address, draws it again. */
export function FeatureCrashed() {
  const thrown = useRouteError();
  const location = useLocation();
  const navigate = useNavigate();
  const feature = ownerOf(location.pathname) ?? 'shell';
  const failure = useMemo(
    () => classify(thrown, { feature, release: featureLoads.releaseOf(feature) }),
    [thrown, feature],
  );
  useEffect(
    () =>
      featureLoads.note({ feature, release: featureLoads.releaseOf(feature), milliseconds: 0, failure, drawn: true }),
    [feature, failure],
  );
  return <FailureScreen failure={failure} onRetry={() => void navigate(location, { replace: true })} />;
}
