import { Button, LinkButton, Screen } from '@trellis/kit';
import { Closing, Done } from '@trellis/kit/form';
import { useTranslation } from 'react-i18next';

interface DoneScreenProps {
  readonly title: string;
  /** What was done, where it is not the usual sentence. */
  readonly done?: string;
  readonly text: string;
  readonly onwards: string;
  /** A page, or back to what this screen showed before. */
  readonly to: string | (() => void);
}

/** 'operation successful', what it means, and the way on, which is taken by itself after a while. */
export function DoneScreen({ title, done, text, onwards, to }: DoneScreenProps) {
  const { t } = useTranslation('account');
  const isPage = typeof to === 'string';
  return (
    <Screen
      title={title}
      dock={isPage ? <LinkButton to={to}>{onwards}</LinkButton> : <Button onClick={to}>{onwards}</Button>}
    >
      <Done title={done ?? t('security.done')} text={text} />
      {isPage ? <Closing to={to} /> : <Closing onClose={to} />}
    </Screen>
  );
}
