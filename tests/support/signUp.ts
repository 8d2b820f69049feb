import type { Page } from '@playwright/test';
import { mailedCode } from './fixtures.ts';
import type { Product } from './product.ts';
import type { textsOf } from './texts.ts';

interface Newcomer {
  readonly username: string;
  readonly email: string;
}

/** Fills in the form of who was invited by a link, and takes the code out of the mail; what is left is to send it. */
export async function fillSignUp(
  page: Page,
  product: Product,
  text: ReturnType<typeof textsOf>,
  { username, email }: Newcomer,
): Promise<void> {
  const field = (key: string) => page.getByLabel(text('shell', key), { exact: true });
  const goOn = () => page.getByRole('button', { name: text('access', 'forgot.submit'), exact: true }).click();
  await page.getByRole('link', { name: text('access', 'invite.start'), exact: true }).click();
  await field('signup.email').fill(email);
  await page.getByRole('button', { name: text('kit', 'code.send') }).click();
  await page.getByText(text('kit', 'code.sent')).first().waitFor();
  await field('signup.emailCode').fill(await mailedCode(product, email));
  await goOn();
  await field('signup.username').fill(username);
  await field('signup.password').fill('seven quiet lattices');
  await field('signup.passwordAgain').fill('seven quiet lattices');
  await goOn();
  await page.getByRole('checkbox').check();
}
