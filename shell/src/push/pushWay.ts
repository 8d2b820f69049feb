import { installWay } from '../openPage/installWay.ts';

/** Why nothing can be shown on this device while the product is closed; `open`: it can, if the member wants it. */
export type PushWay = 'open' | 'blocked' | 'homeScreenFirst' | 'unsupported';

export function pushWay(): PushWay {
  // Safari of iPhones and iPads has it on the home screen only.
  if (!('PushManager' in window && 'Notification' in window))
    return installWay(navigator) === 'ios' ? 'homeScreenFirst' : 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : 'open';
}
