import { type FeatureNameOf, featuresOf } from '@trellis/api-contract';
import { useLanguage } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import type { Announcement } from '../../api.ts';
import { countryName } from '../../members/member/countryNames.ts';
import { textKey } from '../../texts/textKey.ts';

/** What members use: each is a part of the product to them. */
export type Part = FeatureNameOf<'member'>;
export const parts: readonly Part[] = featuresOf('member').map(({ name }) => name);

/** Says whom an announcement is for, in a few words. */
export function useAudienceName(): (announcement: Pick<Announcement, 'country' | 'feature'>) => string {
  const { t } = useTranslation('operator');
  const [language] = useLanguage();
  return ({ country, feature }) => {
    const name = country === null ? undefined : countryName(country, language);
    if (feature === null) return name ?? t('notices.everyone');
    const part = t(textKey('notices.part', feature));
    return name === undefined ? t('notices.users', { part }) : t('notices.usersIn', { part, country: name });
  };
}

/** Says how many it reaches. */
export function useReachText(): (announcement: Pick<Announcement, 'country' | 'feature'>, count: number) => string {
  const { t } = useTranslation('operator');
  const [language] = useLanguage();
  return ({ country, feature }, count) => {
    const name = country === null ? undefined : countryName(country, language);
    const part = feature === null ? undefined : t(textKey('notices.part', feature));
    if (part === undefined)
      return name === undefined
        ? t('notices.reachesAll', { count })
        : t('notices.reachesCountry', { count, country: name });
    return name === undefined
      ? t('notices.reachesUsers', { count, part })
      : t('notices.reachesUsersIn', { count, part, country: name });
  };
}
