import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import {
  groupAmount,
  type Language,
  languageTag,
  type Money,
  momentText,
  monthText,
  zoneText,
} from '@trellis/api-contract';
import { type Font, openSync } from 'fontkit';
import PDFDocument from 'pdfkit';
import type { StatementLine } from '../../ledger/statements.ts';
import type { MovementAbout } from './movementsAbout.ts';
import { type StatementTexts, statementTexts } from './statementTexts.ts';

/** An account's month: its sums, and its postings, of which a very long month shows the first. */
export interface StatementAccount {
  readonly line: StatementLine;
  readonly movements: readonly MovementAbout[];
}

export interface StatementContent {
  readonly productName: string;
  readonly username: string;
  /** By its IANA name: of its month and all its times. */
  readonly timeZone: string;
  /** `2026-03`, of the calendar there. */
  readonly month: string;
  readonly running: boolean;
  readonly madeAt: Date;
  readonly accounts: readonly StatementAccount[];
}

const ink = { text: '#0E1525', hint: '#4A5568', rule: '#D9DEE7' } as const;
const margin = 40;

/** Read once for all statements: an opened font keeps what it has parsed. */
function fontOf(language: Language): Font {
  const font = fonts.get(language) ?? openSync(join(import.meta.dirname, `fonts/statement-${language}.ttf`));
  if (!('layout' in font)) throw new Error(`the font of ${language} is a collection`);
  fonts.set(language, font);
  return font;
}
const fonts = new Map<Language, Font>();

/** Whether the font of a language has all letters of a text: it is cut down to those of its own words (`npm run fonts`). */
export const canWrite = (language: Language, text: string): boolean =>
  [...text].every((letter) => fontOf(language).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));

/** A member's month as PDF (A4, fonts embedded), in their language. A long one takes seconds: `StatementPdfs` has a thread. */
export async function statementPdf(content: StatementContent, language: Language): Promise<Uint8Array> {
  const t = statementTexts[language];
  const { productName, username, timeZone, month, running, madeAt, accounts } = content;
  const moment = (at: Date) => momentText(at, language, timeZone);
  const zoneName = zoneText(timeZone, language);
  // A zone that was named later than the fonts were cut has its IANA name.
  const zone = canWrite(language, zoneName) ? zoneName : timeZone;
  const document = new PDFDocument({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: 60 },
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: languageTag[language],
    info: { Title: `${t.title} ${monthText(month, language)}`, Author: productName, CreationDate: madeAt },
  });
  const written = buffer(document);
  // The types know files and bytes alone; it also takes an opened font.
  document.registerFont('text', fontOf(language) as unknown as PDFKit.Mixins.PDFFontSource, 'text');
  document.font('text').fillColor(ink.text);
  // A name in other letters would be boxes; the file names it as its author.
  if (canWrite(language, productName)) document.fontSize(11).text(productName);
  document.fontSize(20).text(t.title).moveDown(0.4);
  document.fontSize(9).fillColor(ink.hint);
  document
    .text(fill(t.member, { username }))
    .text(fill(t.month, { zone, month: monthText(month, language) }))
    .text(fill(t.made, { time: moment(madeAt) }));
  if (running) document.text(fill(t.running, { time: moment(madeAt) }));
  document.moveDown();
  heading(document, t.balances);
  if (accounts.length === 0) document.fontSize(9).text(t.none);
  else balanceTable(document, t, accounts);
  document.moveDown().fontSize(8).fillColor(ink.hint).text(fill(t.sums, { zone }));
  for (const account of accounts) accountTable(document, t, account, moment);
  numberPages(document, t);
  document.end();
  return written;
}

const amountColumn = { width: 86, align: { x: 'right', y: 'center' } } as const;
const look = { border: [0, 0, 0.5, 0], borderColor: ink.rule, padding: ['0.35em', 2], textColor: ink.text } as const;

function balanceTable(document: PDFKit.PDFDocument, t: StatementTexts, accounts: readonly StatementAccount[]): void {
  table(
    document,
    ['*', amountColumn, amountColumn, amountColumn, amountColumn],
    [
      [t.account, t.opening, t.incoming, t.outgoing, t.closing],
      ...accounts.map(({ line }) => [
        nameOf(line, t),
        ...[line.opening, line.incoming, line.outgoing, line.closing].map(amountText),
      ]),
    ],
  );
}

function accountTable(
  document: PDFKit.PDFDocument,
  t: StatementTexts,
  { line, movements }: StatementAccount,
  moment: (at: Date) => string,
): void {
  if (movements.length === 0) return;
  document.moveDown();
  heading(document, nameOf(line, t));
  const columns = [120, '*', { ...amountColumn, width: 100 }, { ...amountColumn, width: 100 }];
  table(document, columns, [
    [t.date, t.kind, t.amount, t.balance],
    ['', t.opening, '', amountText(line.opening)],
  ]);
  table(
    document,
    columns,
    movements.map((movement) => movementCells(movement, t, moment)),
  );
  if (line.postings > movements.length)
    document
      .fontSize(8)
      .fillColor(ink.hint)
      .text(fill(t.more, { count: String(line.postings - movements.length) }));
}

/** A line of an account: when, what and with whom or where to, how much, and what there was then. */
export function movementCells(
  { at, kind, about, amount, balanceAfter }: MovementAbout,
  t: StatementTexts,
  moment: (at: Date) => string,
): string[] {
  const kinds: Readonly<Record<string, string>> = t.journals;
  const what = kinds[`journal.${kind}`] ?? kind;
  return [moment(at), about === undefined ? what : `${what}\n${about}`, signedText(amount), amountText(balanceAfter)];
}

function table(
  document: PDFKit.PDFDocument,
  columnStyles: readonly (string | number | object)[],
  data: readonly (readonly string[])[],
): void {
  document.fontSize(8);
  document.table({
    columnStyles: columnStyles as PDFKit.Mixins.ColumnStyle[],
    defaultStyle: look as unknown as PDFKit.Mixins.CellStyle,
    data: data as string[][],
  });
}

function heading(document: PDFKit.PDFDocument, text: string): void {
  // Never alone at the foot of a page.
  if (document.y > document.page.height - 140) document.addPage();
  document.fontSize(12).fillColor(ink.text).text(text, margin).moveDown(0.3);
}

function numberPages(document: PDFKit.PDFDocument, t: StatementTexts): void {
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    // Below the margin, where text would otherwise begin a page of its own.
    document.page.margins.bottom = 0;
    const text = fill(t.page, { page: String(page + 1), pages: String(count) });
    document
      .fontSize(8)
      .fillColor(ink.hint)
      .text(text, margin, document.page.height - 40, { lineBreak: false });
  }
}

const nameOf = ({ unit, state }: StatementLine, t: StatementTexts): string => `${unit} · ${t.states[state]}`;

/** `1,234.56 USD`, in every language. */
const amountText = ({ amount, unit }: Money): string => `${groupAmount(amount)} ${unit}`;

const signedText = (money: Money): string =>
  money.amount.startsWith('-') ? amountText(money).replace('-', '−') : `+${amountText(money)}`;

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
