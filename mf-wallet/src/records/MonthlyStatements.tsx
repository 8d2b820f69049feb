import { apiBase } from '@trellis/api-contract';
import {
  Button,
  Buttons,
  ExternalLink,
  Hint,
  Row,
  Rows,
  Section,
  Sheet,
  SkeletonRows,
  Summary,
  TextLink,
  useDates,
  zoneHere,
} from '@trellis/kit';
import { Loaded, useDownload, useLanguage } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { stateText } from '../balances/stateTexts.ts';
import { statementIcon } from '../laterIcons.ts';

const atOnce = 6;

/** A statement for each month: its sums here, the whole as PDF. */
export function MonthlyStatements() {
  const { t } = useTranslation('wallet');
  const [language] = useLanguage();
  const [all, setAll] = useState(false);
  const [open, setOpen] = useState<string>();
  const { month: name, zone } = useDates();
  const timeZone = zoneHere();
  const query = walletApi.useListStatementsQuery({ timeZone });
  const { onClick, notice } = useDownload();
  return (
    <Section title={t('statement.title')}>
      {notice}
      <Loaded query={query} waiting={<SkeletonRows />}>
        {({ months, timeZone: counted = 'UTC' }) => (
          <>
            <Hint>{t('record.zone', { zone: zone(counted) })}</Hint>
            <Rows>
              {(all ? months : months.slice(0, atOnce)).map(({ month, running }) => (
                <Row
                  key={month}
                  icon={statementIcon}
                  title={name(month)}
                  detail={running ? t('statement.running') : undefined}
                  end={
                    <Buttons>
                      <TextLink onClick={() => setOpen(month)}>{t('statement.sums')}</TextLink>
                      <ExternalLink
                        href={`${apiBase}/statements/${month}/pdf?${new URLSearchParams({ language, timeZone })}`}
                        download
                        onClick={onClick}
                      >
                        {t('statement.pdf')}
                      </ExternalLink>
                    </Buttons>
                  }
                />
              ))}
            </Rows>
            {!all && months.length > atOnce && (
              <Button kind="quiet" size="small" onClick={() => setAll(true)}>
                {t('statement.more')}
              </Button>
            )}
          </>
        )}
      </Loaded>
      {open !== undefined && <Sums month={open} title={name(open)} onClose={() => setOpen(undefined)} />}
    </Section>
  );
}

function Sums({ month, title, onClose }: { month: string; title: string; onClose: () => void }) {
  const { t } = useTranslation('wallet');
  const query = walletApi.useGetStatementQuery({ month, timeZone: zoneHere() });
  return (
    <Sheet title={title} onClose={onClose}>
      <Loaded query={query} waiting={<SkeletonRows />}>
        {({ lines }) =>
          lines.length === 0 ? (
            <Hint>{t('record.empty')}</Hint>
          ) : (
            lines.map(({ unit, state, opening, incoming, outgoing, closing }) => (
              <Section key={`${unit} ${state}`} title={t('state.of', { unit, state: t(stateText[state]) })}>
                <Summary
                  total
                  rows={[
                    { label: t('statement.opening'), value: opening },
                    { label: t('statement.incoming'), value: incoming },
                    { label: t('statement.outgoing'), value: outgoing },
                    { label: t('statement.closing'), value: closing },
                  ]}
                />
              </Section>
            ))
          )
        }
      </Loaded>
    </Sheet>
  );
}
