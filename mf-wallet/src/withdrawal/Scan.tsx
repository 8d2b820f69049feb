import { Hint, Notice, Sheet } from '@trellis/kit';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Loaded = typeof import('./ScanSheet.tsx');
type ScanProps = ComponentProps<Loaded['ScanSheet']>;

/** The scanner, fetched by whoever opens it: some ten kilobytes that typing an address does not need. */
export function Scan(props: ScanProps) {
  const { t } = useTranslation('wallet');
  const [loaded, setLoaded] = useState<Loaded | 'failed'>();
  useEffect(() => {
    import(/* webpackChunkName: "scan" */ './ScanSheet.tsx').then(setLoaded, () => setLoaded('failed'));
  }, []);
  // The camera would begin anew with each other function.
  const handlers = useRef(props);
  handlers.current = props;
  const [onAddress] = useState(() => (address: string) => handlers.current.onAddress(address));
  if (loaded !== undefined && loaded !== 'failed')
    return <loaded.ScanSheet onAddress={onAddress} onClose={props.onClose} />;
  return (
    <Sheet title={t('withdrawal.scan')} onClose={props.onClose}>
      {loaded === 'failed' ? (
        <Notice tone="warning" urgent>
          {t('withdrawal.noCamera')}
        </Notice>
      ) : (
        <Hint>{t('withdrawal.scanHint')}</Hint>
      )}
    </Sheet>
  );
}
