import { Button, ShellPartsContext, TextLink, useToast } from '@trellis/kit';
import { type RefObject, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { drawReceipt } from './receiptPicture.ts';

interface ShareReceiptProps {
  readonly title: string;
  /** Where no figure leads the receipt. */
  readonly amount?: string;
  /** Around the amount and the rows of the receipt, as they are shown. */
  readonly receipt?: RefObject<HTMLElement | null>;
  /** The former name of `receipt`, which features go on with for one version. */
  readonly of?: RefObject<HTMLElement | null>;
  /** One of several actions in a row. */
  readonly button?: boolean;
}

/** Gives the receipt away as a picture: to another app where the phone can, else as a file. */
export function ShareReceipt({ title, amount, receipt, of, button }: ShareReceiptProps) {
  const { t } = useTranslation('kit');
  const { productName = '' } = useContext(ShellPartsContext);
  const toast = useToast();
  const share = async () => {
    const shown = (receipt ?? of)?.current;
    if (!shown) return;
    try {
      const figure = amount ?? textOf(shown.querySelector('[data-testid="hero"]'));
      const picture = await drawReceipt({ productName, title, amount: figure, rows: rowsOf(shown) });
      await give(new File([picture], 'receipt.png', { type: 'image/png' }));
    } catch (failure) {
      // Whoever closes the phone's own sheet is where they were.
      if (!(failure instanceof DOMException && failure.name === 'AbortError')) toast(t('flow.shareFailed'));
    }
  };
  if (!button) return <TextLink onClick={() => void share()}>{t('flow.share')}</TextLink>;
  return (
    <Button kind="quiet" size="small" onClick={() => void share()}>
      {t('flow.share')}
    </Button>
  );
}

/** Label and value of each row that others may see; what only leads somewhere says nothing on a picture. */
function rowsOf(shown: HTMLElement): (readonly [string, string])[] {
  return [...shown.querySelectorAll('dl > div:not([data-own])')].flatMap((row) => {
    const value = row.querySelector('dd');
    const isWay = value?.querySelector('a, button') && !value.querySelector('[translate="no"]');
    return isWay ? [] : [[textOf(row.querySelector('dt')), textOf(value)] as const];
  });
}

const textOf = (element: Element | null): string => (element?.textContent ?? '').trim();

async function give(file: File): Promise<void> {
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] });
    return;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
