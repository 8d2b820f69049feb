import { fieldError } from '../../ground/errors.ts';
import { asksSecret } from './asksSecret.ts';
import { leadsAway } from './leadsAway.ts';

/**
 * What operators write to members reads as the product's own voice, also where it is somebody else's: it asks for nothing that only a
 * member may know, and leads nobody away. Answers and announcements pass here, and nothing else that an operator writes is shown.
 * @param path of the text in what was sent
 * @param ownOrigin where links may lead; without it, nowhere
 * @throws AppError inquiry.asks_secret, inquiry.leads_away
 */
export function refuseMisleading(path: string, text: string, ownOrigin?: string): void {
  if (asksSecret(text)) throw fieldError([{ path, code: 'inquiry.asks_secret' }]);
  if (leadsAway(text, ownOrigin)) throw fieldError([{ path, code: 'inquiry.leads_away' }]);
}
