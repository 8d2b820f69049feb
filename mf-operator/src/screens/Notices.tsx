import { Buttons, Card, Empty, LinkButton, SkeletonCard } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../api.ts';
import { Console } from '../frame/Console.tsx';
import { noticesIcon } from '../icons.ts';
import { AnnouncementCard } from '../notices/AnnouncementCard.tsx';
import { useMay } from '../roles/useMay.ts';
import { TermsVersions } from '../terms/TermsVersions.tsx';

/** `/notices`: what members are told, were, and will be: all of them, or some. */
export function Component() {
  const { t } = useTranslation('operator');
  const mayTerms = useMay('terms');
  return (
    <Console screen="notices" title={t('notices.all')} text={t('notices.allText')}>
      <Listed />
      {mayTerms && <TermsVersions />}
    </Console>
  );
}

function Listed() {
  const { t } = useTranslation('operator');
  const mayAsk = useMay('support');
  const query = operatorApi.useListMemberAnnouncementsQuery({});
  return (
    <Loaded query={query} waiting={<SkeletonCard />}>
      {({ announcements }, stamp) => (
        <>
          {stamp}
          {mayAsk && (
            <Buttons>
              <LinkButton to="/notices/new" kind="quiet">
                {t('notices.write')}
              </LinkButton>
            </Buttons>
          )}
          {announcements.length === 0 && (
            <Card>
              <Empty icon={noticesIcon} text={t('notices.empty')} />
            </Card>
          )}
          {announcements.map((of) => (
            <AnnouncementCard key={of.id} of={of} />
          ))}
        </>
      )}
    </Loaded>
  );
}
