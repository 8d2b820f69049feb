import { useTranslation } from 'react-i18next';
import { useHasText } from '../texts/textKey.ts';

/** Who did something, by name; as the log writes it for a pointer that rests there. */
export function Actor({ name }: { name: string }) {
  const actorName = useActorName();
  return (
    <span translate="no" title={name}>
      {actorName(name)}
    </span>
  );
}

/** How who did something is called: an operator by name, and what is none in words (`command:ann`, `chain:BSC`, `automatic`). */
export function useActorName(): (actor: string) => string {
  const { t } = useTranslation('operator');
  const hasText = useHasText();
  return (actor) => {
    const colon = actor.indexOf(':');
    const [kind, name] = [actor.slice(0, Math.max(colon, 0)), actor.slice(colon + 1)];
    if (kind === 'operator') return name;
    if (kind === 'command') return t('actor.command', { name });
    if (kind === 'chain') return t('actor.chain', { name });
    return hasText('actor', actor) ? t(`actor.${actor}`, { name: '' }) : actor;
  };
}
