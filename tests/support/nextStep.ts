import type { Locator, Page } from '@playwright/test';
import type { textsOf } from './texts.ts';

/** The button at the foot of a form, whatever it is called by now: it names what was entered. */
export const nextStep = (page: Page, text: ReturnType<typeof textsOf>): Locator =>
  page.getByRole('region', { name: text('kit', 'screen.nextStep') }).getByRole('button');
