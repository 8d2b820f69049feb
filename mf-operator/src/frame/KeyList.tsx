import { Code, Hint, Sheet, Summary } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { placeKeys } from './keys.ts';
import { usePlaces } from './places.ts';

/** Every key of the console, and where it leads. */
export function KeyList({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('operator');
  const places = usePlaces();
  const key = (name: string) => <Code>{name}</Code>;
  return (
    <Sheet title={t('keys.title')} onClose={onClose}>
      <Hint>{t('keys.text')}</Hint>
      <Summary
        rows={[
          { label: t('keys.help'), value: key('?') },
          { label: t('keys.find'), value: key('/') },
          { label: t('keys.next'), value: key('J') },
          { label: t('keys.previous'), value: key('K') },
          { label: t('keys.filter'), value: key('F') },
          { label: t('keys.news'), value: key('R') },
          { label: t('keys.due'), value: key('N') },
          { label: t('keys.tick'), value: key('1') },
          { label: t('keys.approve'), value: key('A') },
          { label: t('keys.reject'), value: key('X') },
          { label: t('keys.up'), value: key('U') },
          ...Object.entries(placeKeys).flatMap(([letter, path]) => {
            const place = places.find(({ to }) => to === path);
            const both = t('keys.then', { first: 'G', second: letter.toUpperCase() });
            return place ? [{ label: t(place.text), value: key(both) }] : [];
          }),
        ]}
      />
    </Sheet>
  );
}
