import { markPaths } from '@trellis/kit';

/** What a receipt says, as it stands on the screen. */
export interface Receipt {
  readonly productName: string;
  readonly title: string;
  readonly amount: string;
  readonly rows: readonly ReceiptRow[];
  /** The coin, the stone or the person that it is about, as it is drawn on the screen. */
  readonly mark: Element | null;
}

export interface ReceiptRow {
  readonly label: string;
  readonly value: string;
  /** How much it was, which not everybody has to know. */
  readonly money: boolean;
}

/** All in pixels of the picture, which is as people send pictures: upright, four to five. */
const width = 1080;
const least = 1350;
const margin = 72;
const plainHead = 560;
const markSize = 208;
const line = 52;
const between = 30;
/** Where the values of the rows begin. */
const valuesAt = 420;

/** Draws a receipt on this device: nothing of it is sent anywhere. */
export async function drawReceipt(canvas: HTMLCanvasElement, receipt: Receipt): Promise<void> {
  await document.fonts.ready;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('this browser cannot draw');
  const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const [ink, deep, onInk, quiet] = [token('--ink'), token('--ink-2'), token('--on-ink'), token('--on-ink-2')];
  const [display, sans] = [token('--display'), token('--sans')];

  // What it is about stands between the product's name and the figure.
  const lower = receipt.mark ? markSize + 40 : 0;
  const head = plainHead + lower;
  const face = (weight: number, size: number, family: string) => `${weight} ${size}px ${family}`;
  const fits = (font: string, room: number) => (text: string) => {
    pen.font = font;
    return pen.measureText(text).width <= room;
  };
  const [labelFont, valueFont, titleFont] = [face(400, 34, sans), face(600, 34, display), face(400, 42, sans)];
  const rows = receipt.rows.map(({ label, value }) => ({
    label: linesOf(label, fits(labelFont, valuesAt - margin - between)),
    value: linesOf(value, fits(valueFont, width - valuesAt - margin)),
  }));
  const heights = rows.map(({ label, value }) => Math.max(label.length, value.length) * line + between);
  const title = linesOf(receipt.title, fits(titleFont, width - 2 * margin));
  const amountSize = [132, 112, 92, 72].find((size) =>
    fits(face(600, size, display), width - 2 * margin)(receipt.amount),
  );
  const amountFont = face(600, amountSize ?? 56, display);
  canvas.width = width;
  canvas.height = Math.max(least, heights.reduce((sum, height) => sum + height, head + margin) + margin);

  pen.fillStyle = onInk;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  // One colour with the lattice over it: a picture of few colours is a small one.
  pen.fillStyle = deep;
  pen.fillRect(0, 0, width, head);
  pen.save();
  pen.beginPath();
  pen.rect(0, 0, width, head);
  pen.clip();
  pen.strokeStyle = onInk;
  pen.globalAlpha = 0.09;
  pen.lineWidth = 2;
  for (let x = -head; x < width + head; x += 66) {
    pen.beginPath();
    pen.moveTo(x, 0);
    pen.lineTo(x + head * 0.64, head);
    pen.moveTo(x, 0);
    pen.lineTo(x - head * 0.64, head);
    pen.stroke();
  }
  pen.restore();
  pen.save();
  pen.translate(margin, 64);
  pen.scale(3.2, 3.2);
  for (const [index, path] of markPaths.entries()) {
    pen.globalAlpha = index === 0 ? 1 : 0.6;
    pen.fillStyle = onInk;
    pen.fill(new Path2D(path));
  }
  pen.restore();

  const write = (text: string, x: number, y: number, font: string, colour: string, strength = 1) => {
    pen.font = font;
    pen.fillStyle = colour;
    pen.globalAlpha = strength;
    pen.fillText(text, x, y);
    pen.globalAlpha = 1;
  };
  pen.textBaseline = 'middle';
  write(receipt.productName, margin + 100, 64 + 38, face(600, 46, display), onInk);
  pen.textAlign = 'center';
  write(receipt.amount, width / 2, 300 + lower, amountFont, onInk);
  for (const [at, text] of title.entries()) write(text, width / 2, 410 + lower + at * 52, titleFont, quiet);
  if (receipt.mark) {
    pen.save();
    pen.translate((width - markSize) / 2, 208);
    drawMark(pen, receipt.mark, display);
    pen.restore();
  }
  let y = head + margin + line / 2;
  for (const [index, row] of rows.entries()) {
    pen.textAlign = 'left';
    for (const [at, text] of row.label.entries()) write(text, margin, y + at * line, labelFont, ink, 0.66);
    pen.textAlign = 'right';
    for (const [at, text] of row.value.entries()) write(text, width - margin, y + at * line, valueFont, ink);
    y += heights[index] ?? 0;
  }
}

/** Draws a mark with the shapes, colours and lines that it has on the screen. */
function drawMark(pen: CanvasRenderingContext2D, mark: Element, display: string): void {
  if (!(mark instanceof SVGElement)) {
    const { backgroundColor, color } = getComputedStyle(mark);
    pen.fillStyle = backgroundColor;
    pen.fill(new Path2D(circle(markSize / 2, markSize / 2, markSize / 2)));
    pen.fillStyle = color;
    pen.font = `600 ${markSize / 2}px ${display}`;
    pen.fillText((mark.textContent ?? '').toUpperCase(), markSize / 2, markSize / 2 + 6);
    return;
  }
  const [, , side = 1] = (mark.getAttribute('viewBox') ?? '').split(' ').map(Number);
  pen.scale(markSize / side, markSize / side);
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  for (const shape of mark.querySelectorAll('circle, path')) {
    const number = (name: string) => Number(shape.getAttribute(name));
    const path = new Path2D(shape.getAttribute('d') ?? circle(number('cx'), number('cy'), number('r')));
    const { fill, fillOpacity, stroke, strokeWidth } = getComputedStyle(shape);
    if (fill !== 'none') {
      pen.globalAlpha = Number(fillOpacity);
      pen.fillStyle = fill;
      pen.fill(path);
    }
    pen.globalAlpha = 1;
    if (stroke === 'none') continue;
    pen.strokeStyle = stroke;
    pen.lineWidth = Number.parseFloat(strokeWidth);
    pen.stroke(path);
  }
}

const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

/** @returns what stands on the canvas, as a file */
export function receiptFile(canvas: HTMLCanvasElement): Promise<File> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((picture) => {
      if (picture) resolve(new File([picture], 'receipt.png', { type: picture.type }));
      else reject(new Error('this browser cannot draw'));
    }, 'image/png'),
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
