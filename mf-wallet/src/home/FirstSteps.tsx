import { Hint, Ladder, Row, Rows, Section, TextLink } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { bookIcon, depositIcon, shieldIcon } from '../icons.ts';
import { BindNotice } from './BindNotice.tsx';

/** Hidden for as long as the page is open: the next visit reminds again. */
let deadLetter = false;

/**
 * What makes a wallet safe and useful, for who is new: a ladder of three steps while no money has come; then the reminder
 * to bind, which cannot wait; then the ladder again until an address for withdrawals is kept, because a new one has to
 * wait. An invitation is no step: nobody needs a team.
 */
export function FirstSteps() {
  const { t } = useTranslation('wallet');
  const { data: done } = walletApi.useGetFirstStepsQuery({});
  const [hidden, setHidden] = useState(deadLetter);
  if (hidden || done === undefined || (done.secured && done.funded && done.payoutAddress)) return null;
  const later = () => {
    deadLetter = true;
    setHidden(true);
  };
  if (done.funded && !done.secured) return <BindNotice onCancel={later} />;
  const steps = [
    {
      done: done.secured,
      icon: shieldIcon,
      to: '/account/googleAuth?next=%2Fwallet',
      title: t('first.bind'),
      text: t('first.bindText'),
      action: t('first.bindAction'),
    },
    {
      done: done.funded,
      icon: depositIcon,
      to: '/wallet/topup',
      title: t('first.deposit'),
      text: t('first.depositText'),
      action: t('topup.title'),
    },
    {
      done: done.payoutAddress,
      icon: bookIcon,
      to: '/account/addresses',
      title: t('first.address'),
      text: t('first.addressText', { count: done.addressWaitHours }),
      action: t('first.addressAction'),
    },
  ];
  const next = steps.findIndex((step) => !step.done);
  const climbed = steps.filter((step) => step.done).length;
  const progress = t('first.progress', { done: climbed, all: steps.length });
  return (
    <Section title={t('first.title')} action={<Hint>{progress}</Hint>}>
      <Rows
        label={t('first.title')}
        // As high as what is done: which step it was, the list says.
        picture={
          <Ladder
            size="product"
            steps={steps.map(({ title }, index) => ({
              state: index < climbed ? 'done' : index === climbed ? 'next' : 'open',
              label: title,
            }))}
          />
        }
      >
        {steps.map(({ done: isDone, icon, to, title, text, action }, index) =>
          isDone ? (
            <Row key={to} done icon="check" tone="positive" title={title} detail={t('first.done')} />
          ) : index === next ? (
            <Row
              key={to}
              icon={icon}
              tone="primary"
              title={title}
              detail={text}
              to={to}
              action={{ label: action, strong: true }}
            />
          ) : (
            <Row key={to} icon={icon} title={title} to={to} />
          ),
        )}
      </Rows>
      <TextLink onClick={later}>{t('first.later')}</TextLink>
    </Section>
  );
}
