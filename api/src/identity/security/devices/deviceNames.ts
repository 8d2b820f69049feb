import { unknownPart } from '@trellis/api-contract';
import Bowser from 'bowser';
import { networkOf } from '../../../platform/http/origin.ts';

/** What a browser calls itself, as coarse as its owner needs to recognise it. */
export function deviceName(userAgent: string): { readonly browser: string; readonly system: string } {
  if (userAgent === '') return { browser: unknownPart, system: unknownPart };
  const { browser, os } = Bowser.parse(userAgent);
  return { browser: browser.name ?? unknownPart, system: os.name ?? unknownPart };
}

/** As notices keep it, and each reader's language says it: `Chrome, Android`. */
export function deviceOf(userAgent: string): string {
  const { browser, system } = deviceName(userAgent);
  return `${browser}, ${system}`;
}

/** An address as its owner may recognise it, without its last part. */
export function networkText(address: string): string {
  const network = networkOf(address);
  const [range = '', bits] = network.split('/');
  if (bits === undefined) return range === '' ? '' : `${range.split('.').slice(0, 3).join('.')}.…`;
  return `${range.split(':').slice(0, 3).join(':').replace(/:+$/, '')}:…`;
}
