import { markPaths } from '@trellis/kit';

/** What a receipt says, as it stands on the screen. */
export interface Receipt {
  readonly productName: string;
  readonly title: string;
  readonly amount: string;
  readonly rows: readonly (readonly [label: string, value: string])[];
}

/** All in pixels of the picture, which is twice as wide as a phone. */
const width = 750;
const margin = 48;
const head = 132;
const line = 40;
const between = 24;
/** Where the values of the rows begin. */
const valuesAt = 300;

/** Draws a receipt on this device: nothing of it is sent anywhere. @returns a PNG */
export async function drawReceipt(receipt: Receipt): Promise<Blob> {
  await document.fonts.ready;
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('this browser cannot draw');
  const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const [ink, deep, bright, onInk] = [token('--ink'), token('--ink-2'), token('--ink-3'), token('--on-ink')];
  const [display, sans] = [token('--display'), token('--sans')];

  const face = (weight: number, size: number, family: string) => `${weight} ${size}px ${family}`;
  const fits = (font: string, room: number) => (text: string) => {
    pen.font = font;
    return pen.measureText(text).width <= room;
  };
  const [labelFont, valueFont] = [face(400, 28, sans), face(600, 28, display)];
  const rows = receipt.rows.map(([label, value]) => ({
    label: linesOf(label, fits(labelFont, valuesAt - margin - between)),
    value: linesOf(value, fits(valueFont, width - valuesAt - margin)),
  }));
  const heights = rows.map(({ label, value }) => Math.max(label.length, value.length) * line + between);
  const top = head + 196;
  canvas.width = width;
  canvas.height = heights.reduce((sum, height) => sum + height, top) + margin;

  pen.fillStyle = onInk;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const ground = pen.createLinearGradient(0, head, width, 0);
  ground.addColorStop(0, ink);
  ground.addColorStop(0.6, deep);
  ground.addColorStop(1, bright);
  pen.fillStyle = ground;
  pen.fillRect(0, 0, width, head);
  pen.save();
  pen.translate(margin, head / 2 - 30);
  pen.scale(2.5, 2.5);
  for (const [index, path] of markPaths.entries()) {
    pen.globalAlpha = index === 0 ? 1 : 0.6;
    pen.fillStyle = onInk;
    pen.fill(new Path2D(path));
  }
  pen.restore();

  const write = (text: string, x: number, y: number, font: string, strong = true) => {
    pen.font = font;
    pen.globalAlpha = strong ? 1 : 0.66;
    pen.fillText(text, x, y);
    pen.globalAlpha = 1;
  };
  pen.textBaseline = 'middle';
  pen.fillStyle = onInk;
  write(receipt.productName, margin + 76, head / 2, face(600, 36, display));
  pen.fillStyle = ink;
  write(receipt.title, margin, head + 64, labelFont, false);
  write(receipt.amount, margin, head + 124, face(600, 56, display));
  let y = top;
  for (const [index, { label, value }] of rows.entries()) {
    for (const [at, text] of label.entries()) write(text, margin, y + at * line, labelFont, false);
    pen.textAlign = 'right';
    for (const [at, text] of value.entries()) write(text, width - margin, y + at * line, valueFont);
    pen.textAlign = 'left';
    y += heights[index] ?? 0;
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('this browser cannot draw'))), 'image/png'),
  );
}

/** Breaks a text where a space is, and where none is wherever it has to: an address, or a script without spaces. */
export function linesOf(text: string, fits: (text: string) => boolean): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of text.trim().split(/\s+/)) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (fits(longer)) {
      current = longer;
      continue;
    }
    if (current !== '') lines.push(current);
    current = '';
    for (const letter of word) {
      if (current !== '' && !fits(current + letter)) {
        lines.push(current);
        current = '';
      }
      current += letter;
    }
  }
  return current === '' ? lines : [...lines, current];
}
