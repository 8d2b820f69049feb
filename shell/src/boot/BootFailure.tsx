import { type Language, languageTag, matchLanguage } from '@trellis/api-contract';
import { Button } from '@trellis/kit';
import * as styles from './BootFailure.module.css';

/** The only sentences in code: they show when the text files themselves, or the server, cannot be reached. */
const sentences: Record<Language, { title: string; text: string; retry: string }> = {
  en: {
    title: 'The app couldn’t start',
    text: 'We couldn’t reach the server. Check your connection and try again.',
    retry: 'Try again',
  },
  jp: {
    title: 'アプリを開始できませんでした',
    text: 'サーバーに接続できません。接続を確認して、もう一度お試しください。',
    retry: 'もう一度試す',
  },
  zh: { title: '应用无法启动', text: '无法连接服务器，请检查网络后重试。', retry: '重试' },
  ko: {
    title: '앱을 시작하지 못했습니다',
    text: '서버에 연결할 수 없습니다. 연결을 확인한 후 다시 시도해 주세요.',
    retry: '다시 시도',
  },
};

/** Takes the page when it cannot start; the retry starts it again, without a reload. */
export function BootFailure({ onRetry }: { onRetry: () => void }) {
  const language = matchLanguage([document.documentElement.lang, ...navigator.languages]);
  const { title, text, retry } = sentences[language];
  return (
    <main className="main" lang={languageTag[language]}>
      <section className={`card ${styles.failure}`} role="alert">
        <h1>{title}</h1>
        <p>{text}</p>
        <Button onClick={onRetry}>{retry}</Button>
      </section>
    </main>
  );
}
