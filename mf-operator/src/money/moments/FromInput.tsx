import { TextInput } from '@trellis/kit/form';
import { useTranslation } from 'react-i18next';

interface FromInputProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}

/** From when on it is to hold, in the reader's own time with UTC beneath; empty: at once. */
export function FromInput(props: FromInputProps) {
  const { t } = useTranslation('operator');
  const moment = momentOf(props.value);
  return (
    <TextInput
      type="datetime-local"
      label={t('moments.from')}
      hint={moment === undefined ? t('moments.atOnce') : t('moments.utc', { time: utcText(moment) })}
      {...props}
    />
  );
}

/** As the API takes it: an ISO time in UTC; `undefined` where none was chosen. */
export function momentOf(local: string): string | undefined {
  const time = new Date(local).getTime();
  return local === '' || Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

const utcText = (moment: string): string => moment.slice(0, 16).replace('T', ' ');
