import { Hint, Sheet } from '@trellis/kit';
import { LoadFailure, lazyPart, usePart } from '@trellis/shell-sdk';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Some ten kilobytes that typing an address does not need. */
const scanner = lazyPart('wallet', () => import(/* webpackChunkName: "scan" */ './ScanSheet.tsx'));

interface ScanProps {
  readonly onAddress: (address: string) => void;
  readonly onClose: () => void;
}

/** The scanner, fetched by whoever opens it. */
export function Scan(props: ScanProps) {
  const { t } = useTranslation('wallet');
  const [part, retry] = usePart(scanner);
  // The camera would begin again with each other function.
  const handlers = useRef(props);
  handlers.current = props;
  const [onAddress] = useState(() => (address: string) => handlers.current.onAddress(address));
  if (part?.module) return <part.module.ScanSheet onAddress={onAddress} onClose={props.onClose} />;
  return (
    <Sheet title={t('withdrawal.scan')} onClose={props.onClose}>
      {part?.failure ? <LoadFailure failure={part.failure} onRetry={retry} /> : <Hint>{t('withdrawal.scanHint')}</Hint>}
    </Sheet>
  );
}
