import { operatorContract } from '@trellis/api-contract/operator';
import { Button, Card, Chip, Hint, Notice, Row, Rows } from '@trellis/kit';
import { logOut, useErrorText, useOperator } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Console } from '../frame/Console.tsx';
import { auditIcon, logOutIcon, releasesIcon } from '../icons.ts';
import { useMay } from '../roles/useMay.ts';
import { useRoleName } from '../roles/useRoleName.ts';
import * as styles from './Home.module.css';

/** `/`: who the operator is, what they may do here, and the way out. */
export function Component() {
  const { t } = useTranslation('operator');
  const operator = useOperator();
  const roleName = useRoleName();
  const mayAudit = useMay('audit');
  if (!operator) return null;
  return (
    <Console title={t('home.title')}>
      <Card title={operator.name}>
        <Hint>{t('home.roles')}</Hint>
        <ul className={styles.roles}>
          {operator.roles.map((role) => (
            <li key={role}>
              <Chip tone="primary">{roleName(role)}</Chip>
            </li>
          ))}
        </ul>
        <LogOut />
      </Card>
      <Rows label={t('place.all')}>
        <Row to="/releases" icon={releasesIcon} title={t('place.releases')} detail={t('releases.text')} />
        {mayAudit && <Row to="/audit" icon={auditIcon} title={t('place.audit')} detail={t('audit.text')} />}
      </Rows>
    </Console>
  );
}

/** Without an answer from the server the session goes on, and the card says so. */
function LogOut() {
  const { t } = useTranslation('operator');
  const errorText = useErrorText();
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<string>();
  const end = async () => {
    setWorking(true);
    setError(undefined);
    const failure = await logOut(operatorContract);
    setWorking(false);
    if (failure) setError(errorText(failure));
  };
  return (
    <>
      {error !== undefined && <Notice tone="negative" urgent title={error} />}
      <Button kind="quiet" icon={logOutIcon} busy={working} onClick={() => void end()}>
        {t('home.logOut')}
      </Button>
    </>
  );
}
