import { writeFileSync } from 'node:fs';
import { encode } from 'uqr';

const [width, height] = [640, 480];

/**
 * Writes what a camera sees that is held before a QR code: a film of one picture (YUV4MPEG2), as Chromium's fake camera
 * plays it over and over.
 */
export function filmOfCode(file: string, text: string): void {
  const { data, size } = encode(text, { border: 4 });
  const scale = Math.floor(height / size);
  const [left, top] = [Math.floor((width - size * scale) / 2), Math.floor((height - size * scale) / 2)];
  const luma = Buffer.alloc(width * height, 235);
  for (const [row, cells] of data.entries())
    for (const [column, dark] of cells.entries())
      if (dark)
        for (let y = 0; y < scale; y += 1) {
          const start = (top + row * scale + y) * width + left + column * scale;
          luma.fill(16, start, start + scale);
        }
  const chroma = Buffer.alloc((width * height) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma]);
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(file, Buffer.concat([header, frame, frame, frame, frame, frame]));
}
