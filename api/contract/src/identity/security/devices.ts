import type { Language } from '../../languages.ts';
import { listText } from '../../writing.ts';

/** What stands for a browser or a system that is not known. */
export const unknownPart = '?';

const unknownDevice: Readonly<Record<Language, string>> = {
  en: 'Unknown device',
  jp: '不明な端末',
  zh: '未知设备',
  ko: '알 수 없는 기기',
};

/** A device as its owner may recognise it, by what is known of it. @param device as it is stored: `Chrome, Android` */
export function deviceText(device: string, language: Language): string {
  const known = device.split(', ').filter((part) => part !== '' && part !== unknownPart);
  return known.length === 0 ? unknownDevice[language] : listText(known, language);
}
