import { type Language, languages, listText } from '@trellis/api-contract';
import { readyAnnouncementNames, readyAnnouncements } from '@trellis/api-contract/operator';
import { Button, Buttons, Card, Hint, Section, Segmented, Select } from '@trellis/kit';
import { TextArea, TextInput } from '@trellis/kit/form';
import { languageNames, useLanguage } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Console } from '../../frame/Console.tsx';
import { countryOptions } from '../../members/member/countryNames.ts';
import { textKey } from '../../texts/textKey.ts';
import { AskSheet } from './AskSheet.tsx';
import { parts } from './audience.ts';
import { Previews } from './Previews.tsx';
import { missingIn, periodOf, textMax, titleMax, useDraft } from './useDraft.ts';

/** `/notices/new`: an announcement in four languages, which somebody else approves. */
export function Component() {
  const { t } = useTranslation('operator');
  return (
    <Console screen="compose" title={t('notices.write')} back="/notices" text={t('notices.writeText')}>
      <Composer />
    </Console>
  );
}

/** Writes an announcement: in four languages, to whom and when, alongside what members will see. */
function Composer() {
  const { t } = useTranslation('operator');
  const [reader] = useLanguage();
  const [address, setAddress] = useSearchParams();
  const ready = readyAnnouncementNames.find((name) => name === address.get('ready'));
  const { draft, set, write, forget } = useDraft(ready, ready && readyAnnouncements[ready]);
  const [language, setLanguage] = useState<Language>(reader);
  const [open, setOpen] = useState(false);
  const missing = missingIn(draft.texts);
  const { title, text } = draft.texts[language];
  return (
    <>
      <Card title={t('notices.words')}>
        <Select
          label={t('notices.ready')}
          value={ready ?? ''}
          onChange={(name) => {
            // What was made of another is over with it.
            forget();
            setAddress(name === '' ? {} : { ready: name }, { replace: true });
          }}
          options={[
            { value: '' as const, label: t('notices.ownWords') },
            ...readyAnnouncementNames.map((value) => ({ value, label: t(textKey('notices.ready', value)) })),
          ]}
        />
        <Segmented
          label={t('notices.language')}
          value={language}
          onChange={setLanguage}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
        <TextInput
          label={t('notices.title')}
          hint={t('notices.length', { now: title.length, most: titleMax })}
          maxLength={titleMax}
          value={title}
          onChange={(value) => write(language, 'title', value)}
        />
        <TextArea
          label={t('notices.text')}
          hint={t('notices.length', { now: text.length, most: textMax })}
          maxLength={textMax}
          value={text}
          onChange={(value) => write(language, 'text', value)}
        />
        <Hint>
          {missing.length === 0
            ? t('notices.whole')
            : t('notices.missing', {
                languages: listText(
                  missing.map((each) => languageNames[each]),
                  reader,
                ),
              })}
        </Hint>
      </Card>
      <Card title={t('notices.toWhom')}>
        <Select
          label={t('notices.audience')}
          value={draft.country}
          onChange={(country) => set({ country })}
          options={[{ value: '', label: t('notices.everyone') }, ...countryOptions(reader)]}
        />
        <Select
          label={t('notices.use')}
          value={draft.feature}
          onChange={(feature) => set({ feature })}
          options={[
            { value: '' as const, label: t('notices.anyPart') },
            ...parts.map((value) => ({ value, label: t(textKey('notices.part', value)) })),
          ]}
        />
        {draft.feature !== '' && <Hint>{t('notices.useText')}</Hint>}
        <TextInput
          label={t('notices.from')}
          hint={t('notices.utc')}
          maxLength={16}
          value={draft.from}
          onChange={(from) => set({ from })}
        />
        <TextInput
          label={t('notices.until')}
          hint={t('notices.utc')}
          maxLength={16}
          value={draft.until}
          onChange={(until) => set({ until })}
        />
        {periodOf(draft) === undefined && <Hint>{t('notices.noPeriod')}</Hint>}
      </Card>
      <Section title={t('notices.preview')}>
        <Previews texts={draft.texts} />
      </Section>
      <Buttons>
        <Button onClick={() => setOpen(true)}>{t('notices.ask')}</Button>
      </Buttons>
      {open && <AskSheet draft={draft} onAsked={forget} onClose={() => setOpen(false)} />}
    </>
  );
}
