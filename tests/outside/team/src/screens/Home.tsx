import { Card, Screen, SkeletonCard, Summary } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { teamApi } from '../api.ts';
import * as styles from './Home.module.css';

/** `/team`: the invitation code, and who has come by it. */
export function Component() {
  const { t } = useTranslation('team');
  const query = teamApi.useGetInviteQuery({});
  return (
    <Screen title={t('home.title')}>
      <Loaded query={query} waiting={<SkeletonCard />}>
        {({ code, joined }) => (
          <Card>
            <p className={styles.code} translate="no">
              {code}
            </p>
            <Summary
              rows={[
                { label: t('invite.left'), value: joined.left },
                { label: t('invite.right'), value: joined.right },
              ]}
            />
          </Card>
        )}
      </Loaded>
    </Screen>
  );
}
