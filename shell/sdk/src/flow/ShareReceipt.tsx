import { listText } from '@trellis/api-contract';
import { Button, Sheet, ShellPartsContext, TextLink, useToast } from '@trellis/kit';
import { Checkbox } from '@trellis/kit/form';
import { type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../preferences/language.ts';
import { drawReceipt, type Receipt, type ReceiptRow, receiptFile } from './receiptPicture.ts';
import * as styles from './ShareReceipt.module.css';

interface ShareReceiptProps {
  readonly title: string;
  /** In its place where the amount or the name is hidden, if the title says them. */
  readonly plainTitle?: string;
  /** Whom it was with: a username. */
  readonly person?: string | undefined;
  /** Where no figure leads the receipt. */
  readonly amount?: string;
  /** Around the amount and the rows of the receipt, as they are shown. */
  readonly receipt?: RefObject<HTMLElement | null>;
  /** The former name of `receipt`, which features go on with for one version. */
  readonly of?: RefObject<HTMLElement | null>;
  /** One of several actions in a row. */
  readonly button?: boolean;
}

/** Gives the receipt away as a picture, which is shown before. */
export function ShareReceipt(props: ShareReceiptProps) {
  const { title, plainTitle = title, person, amount, receipt, of, button } = props;
  const { t } = useTranslation('kit');
  const { productName = '' } = useContext(ShellPartsContext);
  const [picture, setPicture] = useState<Receipt>();
  const open = () => {
    const shown = (receipt ?? of)?.current;
    if (!shown) return;
    const figure = amount ?? textOf(shown.querySelector('[data-testid="hero"]'));
    const mark = shown.querySelector('[data-mark] :is(svg, [translate="no"])');
    setPicture({ productName, title, amount: figure, rows: rowsOf(shown), mark });
  };
  return (
    <>
      {button ? (
        <Button kind="quiet" size="small" onClick={open}>
          {t('flow.share')}
        </Button>
      ) : (
        <TextLink onClick={open}>{t('flow.share')}</TextLink>
      )}
      {picture && (
        <ReceiptSheet receipt={picture} plainTitle={plainTitle} person={person} onClose={() => setPicture(undefined)} />
      )}
    </>
  );
}

interface ReceiptSheetProps {
  readonly receipt: Receipt;
  readonly plainTitle: string;
  readonly person: string | undefined;
  readonly onClose: () => void;
}

/** The picture as others will see it, with or without how much it was, and who it was with. */
function ReceiptSheet({ receipt, plainTitle, person, onClose }: ReceiptSheetProps) {
  const { t } = useTranslation('kit');
  const [language] = useLanguage();
  const toast = useToast();
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawing = useRef<Promise<void>>(undefined);
  const [isHidden, hide] = useState(false);
  const [isNameless, hideName] = useState(false);
  const [isGiven, setGiven] = useState(false);
  const rows = receipt.rows.filter(({ money, value }) => !(isHidden && money) && !(isNameless && value === person));
  const shown = {
    ...receipt,
    rows,
    ...((isHidden || isNameless) && { title: plainTitle }),
    ...(isHidden && { amount: '•••••' }),
    ...((isNameless || (isHidden && receipt.mark?.closest('[data-money]'))) && { mark: null }),
  };
  useEffect(() => {
    if (!canvas.current) return;
    drawing.current = drawReceipt(canvas.current, shown);
    drawing.current.catch(() => toast(t('flow.shareFailed'), 'alert'));
    // The receipt stays as it was when the sheet was opened.
  }, [isHidden, isNameless]);
  const share = async () => {
    setGiven(true);
    try {
      // While its letters are on their way the picture is none yet, or still the one with amounts.
      await drawing.current;
      if (canvas.current) await give(await receiptFile(canvas.current));
      onClose();
    } catch (failure) {
      // Whoever closes the phone's own sheet is where they were.
      if (!(failure instanceof DOMException && failure.name === 'AbortError')) toast(t('flow.shareFailed'), 'alert');
      setGiven(false);
    }
  };
  const said = [shown.title, isHidden ? t('amount.hidden') : shown.amount];
  return (
    <Sheet title={t('flow.share')} onClose={onClose}>
      <canvas
        ref={canvas}
        className={styles.picture}
        role="img"
        aria-label={listText([...said, ...rows.map(({ label, value }) => `${label} ${value}`)], language)}
      />
      <Checkbox checked={isHidden} onChange={hide}>
        {t('flow.hideAmount')}
      </Checkbox>
      {person !== undefined && (
        <Checkbox checked={isNameless} onChange={hideName}>
          {t('flow.hideName')}
        </Checkbox>
      )}
      <Button busy={isGiven} onClick={() => void share()}>
        {t('flow.send')}
      </Button>
    </Sheet>
  );
}

/** Each row that others may see; what only leads somewhere says nothing on a picture. */
function rowsOf(shown: HTMLElement): ReceiptRow[] {
  return [...shown.querySelectorAll('dl > div:not([data-own])')].flatMap((row) => {
    const value = row.querySelector('dd');
    const isWay = value?.querySelector('a, button') && !value.querySelector('[translate="no"]');
    if (isWay) return [];
    const money = value?.querySelector('[data-money]') != null;
    return [{ label: textOf(row.querySelector('dt')), value: textOf(value), money }];
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
