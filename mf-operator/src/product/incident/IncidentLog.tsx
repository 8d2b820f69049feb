import { Card, Ends, Hint, Row, Rows, Section, SkeletonRows, TextLink, useCopy, useDates } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { operatorApi, type Step } from '../../api.ts';
import { Actor } from '../../frame/Actor.tsx';
import { Moment } from '../../frame/Moment.tsx';
import { textKey } from '../../texts/textKey.ts';
import { reportOf } from './incidentSteps.ts';

/** What everybody did so far, the latest first, and the same as plain text for the report. */
export function IncidentLog() {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const copy = useCopy();
  const query = operatorApi.useGetIncidentLogQuery({});
  return (
    <Section title={t('incident.log')}>
      <Loaded query={query} waiting={<SkeletonRows count={3} />}>
        {({ from, steps }) =>
          steps.length === 0 ? (
            <Card>
              <Hint>{t('incident.logEmpty', { time: dateTime(from) })}</Hint>
            </Card>
          ) : (
            <>
              <Ends>
                <Hint>{t('incident.logFrom', { time: dateTime(from) })}</Hint>
                <TextLink onClick={() => void copy(reportOf(steps), t('incident.copied'))}>
                  {t('incident.copy')}
                </TextLink>
              </Ends>
              <Rows label={t('incident.log')}>
                {steps.map((step) => (
                  <StepRow key={step.number} step={step} />
                ))}
              </Rows>
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

function StepRow({ step: { at, by, action, subject, reason } }: { step: Step }) {
  const { t } = useTranslation('operator');
  return (
    <Row
      title={t(textKey('incident.step', action), { subject })}
      detail={
        <>
          <Moment at={at} /> · <Actor name={by} /> · {reason}
        </>
      }
    />
  );
}
