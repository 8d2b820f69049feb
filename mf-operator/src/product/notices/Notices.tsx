import { Buttons, LinkButton } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../../api.ts';
import { Console } from '../../frame/Console.tsx';
import { atOnce, ConsoleList } from '../../frame/ConsoleList.tsx';
import { useMay } from '../../frame/useMay.ts';
import { noticesIcon } from '../../icons.ts';
import { TermsVersions } from '../terms/TermsVersions.tsx';
import { AnnouncementCard } from './AnnouncementCard.tsx';

/** `/notices`: what members are shown, were, and will be: all of them, or some. */
export function Component() {
  const { t } = useTranslation('operator');
  const mayTerms = useMay('terms');
  return (
    <Console screen="notices" title={t('place.notices')} text={t('notices.allText')}>
      <Listed />
      {mayTerms && <TermsVersions />}
    </Console>
  );
}

function Listed() {
  const { t } = useTranslation('operator');
  const mayAsk = useMay('support');
  return (
    <ConsoleList
      query={atOnce(operatorApi.useListMemberAnnouncementsQuery({}))}
      rowsOf={({ announcements }) => announcements}
      empty={{ icon: noticesIcon, text: t('notices.empty') }}
      filters={
        mayAsk && (
          <Buttons>
            <LinkButton to="/notices/new" kind="quiet">
              {t('notices.write')}
            </LinkButton>
          </Buttons>
        )
      }
    >
      {(announcements) =>
        announcements.map((announcement) => <AnnouncementCard key={announcement.id} announcement={announcement} />)
      }
    </ConsoleList>
  );
}
