import { longestInquiryText } from '@trellis/api-contract';
import { Icon } from '@trellis/kit';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import './inquiries.css';

interface MessageInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}

/** Several lines of text, with the characters counted that there is room for. */
export function MessageInput({ label, value, onChange, error }: MessageInputProps) {
  const { t } = useTranslation('account');
  const id = useId();
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="control">
        <textarea
          id={id}
          className="message-input"
          rows={6}
          maxLength={longestInquiryText}
          value={value}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? `${id}-count` : `${id}-count ${id}-error`}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <p className="hint" id={`${id}-count`}>
        {t('consulation.count', { used: value.length, most: longestInquiryText })}
      </p>
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          <Icon of="alert" />
          {error}
        </p>
      )}
    </div>
  );
}
