import { Card, Empty, Hint, More, Section, timeText } from '@trellis/kit';
import { TextInput } from '@trellis/kit/form';
import { productNow } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchIcon } from '../icons.ts';
import { type AnswerName, answersAbout, answerTexts } from './answers.ts';
import * as styles from './GoodToKnow.module.css';

/** What members ask most, with a search over questions and answers. @param about the answer that is open from the start */
export function GoodToKnow({ about }: { about: AnswerName | undefined }) {
  const { t } = useTranslation('account');
  const [typed, setTyped] = useState('');
  const question = (name: AnswerName): string => t(answerTexts[name].question);
  const answer = (name: AnswerName): string => t(answerTexts[name].answer, { time: timeText(endOfDay()) });
  const matches = answersAbout(typed, (name) => `${question(name)} ${answer(name)}`);
  return (
    <Section title={t('help.title')}>
      <TextInput
        type="search"
        icon={searchIcon}
        label={t('help.search')}
        labelHidden
        placeholder={t('help.search')}
        maxLength={60}
        value={typed}
        onChange={setTyped}
      />
      <Card>
        <div className={styles.questions}>
          {matches.map((name) => (
            <More key={name} title={question(name)} open={name === about}>
              <Hint>{answer(name)}</Hint>
            </More>
          ))}
        </div>
        {matches.length === 0 && <Empty text={t('help.none')} />}
      </Card>
    </Section>
  );
}

/** When the day of the limits ends: at midnight UTC, which is another time where the reader is. */
function endOfDay(): string {
  const end = new Date(productNow());
  end.setUTCHours(24, 0, 0, 0);
  return end.toISOString();
}
