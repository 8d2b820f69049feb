import { Row, Rows, Section } from '@trellis/kit';
import { Gem } from '@trellis/kit/gem';
import { useTranslation } from 'react-i18next';
import { inviteIcon } from '../icons.ts';

/** For who has nothing yet: what a wallet is for, in the place of zeros. */
export function HereRows() {
  const { t } = useTranslation('wallet');
  return (
    <Section title={t('here.title')}>
      <Rows label={t('here.title')}>
        <Row
          to="/plan"
          drawing={<Gem level="sapphire" serial={1} size="small" />}
          title={t('shortcut.package')}
          detail={t('here.package')}
        />
        <Row to="/wallet/stake" unit="CP" title={t('stake.title')} detail={t('here.stake')} />
        <Row to="/team" icon={inviteIcon} title={t('first.invite')} detail={t('first.inviteText')} />
      </Rows>
    </Section>
  );
}
