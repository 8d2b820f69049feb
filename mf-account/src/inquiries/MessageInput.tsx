import { languageTag, longestInquiryText } from '@trellis/api-contract';
import { TextArea } from '@trellis/kit/form';
import { useLanguage } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';

interface MessageInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}

/** A message, with the characters counted that there is room for. */
export function MessageInput(props: MessageInputProps) {
  const { t } = useTranslation('account');
  const [language] = useLanguage();
  const number = new Intl.NumberFormat(languageTag[language]);
  const hint = t('consulation.count', {
    used: number.format(props.value.length),
    most: number.format(longestInquiryText),
  });
  return <TextArea {...props} maxLength={longestInquiryText} hint={hint} />;
}
