import { languages, languageTag } from '@trellis/api-contract';
import { languageNames } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import type { AnnouncementTexts } from '../../api.ts';
import * as styles from './Notices.module.css';

/** As members see it on a phone, in each language: the bar over every screen, and what stands among their notices. */
export function Previews({ texts }: { texts: AnnouncementTexts }) {
  const { t } = useTranslation('operator');
  return (
    <ul className={styles.previews}>
      {languages.map((language) => {
        const { title, text } = texts[language];
        return (
          <li key={language}>
            <small>{languageNames[language]}</small>
            <div className={styles.phone} lang={languageTag[language]}>
              <p className={styles.bar}>{title || t('notices.noTitle')}</p>
              <strong>{title || t('notices.noTitle')}</strong>
              <p className={styles.text}>{text || t('notices.noText')}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
