import { LoadFailure } from '@trellis/shell-sdk';
import type { FeatureLoadError } from '@trellis/shell-sdk/host';
import { useTranslation } from 'react-i18next';

/** Under the header of every screen: the bell and the news of this page did not come. */
export function LateFailure({ failure, onRetry }: { failure: FeatureLoadError; onRetry: () => void }) {
  const { t } = useTranslation('shell');
  return <LoadFailure title={t('openPage.failed')} failure={failure} onRetry={onRetry} />;
}
