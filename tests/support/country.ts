import type { Page } from '@playwright/test';
import { type Language, languageTag } from '@trellis/api-contract';
import { textsOf } from './texts.ts';

/** Chooses where the member lives on the page that asks for it, saves it, and confirms that it is so. */
export async function chooseCountry(page: Page, language: Language, country: string): Promise<void> {
  const text = textsOf(language);
  await page.getByRole('combobox', { name: text('plan', 'country.label') }).selectOption(country);
  await page.getByRole('button', { name: text('plan', 'country.save') }).click();
  const name = new Intl.DisplayNames([languageTag[language]], { type: 'region' }).of(country) ?? country;
  const sheet = page.getByRole('dialog', { name: text('plan', 'country.sure', { country: name }) });
  await sheet.getByRole('button', { name: text('plan', 'country.confirm', { country: name }) }).click();
}
