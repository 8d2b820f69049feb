import { Button, EntryScreen, LinkButton, ShellPartsContext, SkeletonCard } from '@trellis/kit';
import { Form } from '@trellis/kit/form';
import { Gem } from '@trellis/kit/gem';
import { ReadFailure } from '@trellis/shell-sdk';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { EntryFoot } from '../screens/EntryFoot.tsx';
import * as styles from './Opening.module.css';
import { PlaceCard } from './PlaceCard.tsx';
import { PlaceFields } from './PlaceFields.tsx';
import { stepAddress } from './steps.ts';
import { UnknownInvitation } from './UnknownInvitation.tsx';
import { useInviter } from './useInviter.ts';
import type { Signup } from './useSignup.ts';

/** Before the registration: who invites, to what, and to which place. It is chosen here, too, when it is to be another. */
export function Opening({ signup }: { signup: Signup }) {
  const { t } = useTranslation('access');
  const { t: shell } = useTranslation('shell');
  const { productName = '' } = useContext(ShellPartsContext);
  const { form, invited, issues, takePlace } = signup;
  const inviter = useInviter(form.invitationCode);
  const isLinked = invited.invitationCode !== undefined;
  const isUnknown = isLinked && inviter.isUnknown;
  const title =
    inviter.name === undefined
      ? shell('signup.title')
      : t('invite.title', { inviter: inviter.name, product: productName });
  return (
    <EntryScreen
      title={title}
      text={shell('login.about')}
      picture={isUnknown ? undefined : <Stones />}
      foot={<EntryFoot />}
    >
      {!isLinked ? (
        <Form {...issues.attributes} onSubmit={takePlace}>
          <PlaceFields signup={signup} />
          <Button type="submit">{t('invite.start')}</Button>
        </Form>
      ) : isUnknown ? (
        <UnknownInvitation />
      ) : (
        <>
          {inviter.error !== undefined && (
            <ReadFailure error={inviter.error} retrying={inviter.isLoading} onRetry={inviter.retry} />
          )}
          {inviter.isLoading && <SkeletonCard />}
          {inviter.name !== undefined && invited.side && <PlaceCard inviter={inviter.name} side={invited.side} />}
          <Facts />
          <LinkButton to={stepAddress(invited, 1)}>{t('invite.start')}</LinkButton>
        </>
      )}
      <LinkButton kind="outlined" to="/login">
        {t('invite.hasAccount')}
      </LinkButton>
    </EntryScreen>
  );
}

/** Three stones of the plan, for the eye alone. */
function Stones() {
  return (
    <div className={styles.stones}>
      <Gem level="emerald" serial={7} size="stone" />
      <Gem level="gold" serial={1} size="large" />
      <Gem level="sapphire" serial={4} size="stone" />
    </div>
  );
}

/** What the service promises and what it does not, before anybody leaves an address. */
function Facts() {
  const { t } = useTranslation('access');
  const facts = [
    [t('invite.rewards'), t('invite.rewardsText')],
    [t('invite.price'), t('invite.priceText')],
    [t('invite.bank'), t('invite.bankText')],
  ] as const;
  return (
    <ul className={styles.facts}>
      {facts.map(([fact, text]) => (
        <li key={fact}>
          <strong>{fact}</strong>
          <small>{text}</small>
        </li>
      ))}
    </ul>
  );
}
