import { FailureScreen } from '@trellis/shell-sdk/host';
import { useLocation, useNavigate } from 'react-router-dom';
import { NotFound } from '../pages/NotFound.tsx';
import { failureAt } from './featurePlaces.ts';

/** Where no route fits: a feature that did not load, or an address that means nothing. */
export function FeaturePlace() {
  const location = useLocation();
  const navigate = useNavigate();
  const failure = failureAt(location.pathname);
  if (!failure) return <NotFound />;
  return <FailureScreen failure={failure} onRetry={() => void navigate(location, { replace: true })} />;
}
