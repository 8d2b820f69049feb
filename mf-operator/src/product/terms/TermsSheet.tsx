import { type Language, languages, listText, type TermsDocument } from '@trellis/api-contract';
import { Hint, Segmented } from '@trellis/kit';
import { TextArea } from '@trellis/kit/form';
import { languageNames, useLanguage } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../../api.ts';
import { ActionDialog } from '../../frame/ActionDialog.tsx';
import { textKey } from '../../texts/textKey.ts';

interface TermsSheetProps {
  readonly document: TermsDocument;
  /** The version in force, which the new one follows. */
  readonly base: number;
  readonly onClose: () => void;
}

const blank: Readonly<Record<Language, string>> = { en: '', jp: '', zh: '', ko: '' };

/** Asks for the next version of a document, in four languages. Nothing holds until another admin has read and approved it. */
export function TermsSheet({ document, base, onClose }: TermsSheetProps) {
  const { t } = useTranslation('operator');
  const [reader] = useLanguage();
  const [ask] = operatorApi.useAskTermsMutation();
  const [texts, setTexts] = useState(blank);
  const [language, setLanguage] = useState<Language>(reader);
  const missing = languages.filter((each) => texts[each].trim() === '');
  const missingText = t('notices.missing', {
    languages: listText(
      missing.map((each) => languageNames[each]),
      reader,
    ),
  });
  return (
    <ActionDialog
      title={t('terms.nextOf', { document: t(textKey('approvals.document', document)), version: base + 1 })}
      consequence={t('terms.nextText')}
      submitLabel={t('action.ask')}
      asksCode
      blocked={missing.length > 0 ? missingText : undefined}
      done={t('action.sent')}
      onClose={onClose}
      run={(words) => ask({ document, base, texts, ...words })}
    >
      <Segmented
        label={t('notices.language')}
        value={language}
        onChange={setLanguage}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
      />
      <TextArea
        label={t('notices.text')}
        hint={t('terms.form')}
        maxLength={200_000}
        value={texts[language]}
        onChange={(text) => setTexts((before) => ({ ...before, [language]: text }))}
      />
      <Hint>{missing.length === 0 ? t('notices.whole') : missingText}</Hint>
    </ActionDialog>
  );
}
