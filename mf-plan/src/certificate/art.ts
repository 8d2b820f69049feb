import { type GemLevel, gemLevels, gemPaths, seeded, stones } from '@trellis/kit/gem';

/** Side of the picture. */
const size = 320;
const cell = 40;
const lean = 380 / 12;

/**
 * The picture of a certificate as a whole SVG: the stone on ink, behind it a lattice of which the serial lights some cells.
 * Level and serial alone decide it, to the byte; no script in it, and nothing from elsewhere.
 * @param title what it shows, for who does not see it
 */
export function certificateArt(level: GemLevel, serial: number, title: string): string {
  const draw = seeded(serial * 31 + gemLevels.indexOf(level));
  const colour = stones[level].ramp[1];
  let lines = '';
  for (let x = -240; x <= 480; x += cell) lines += `M${x} 0l240 380M${x} 0l-240 380`;
  let cells = '';
  for (let lit = 0; lit < 9; lit += 1) {
    const row = Math.floor(draw() * 12);
    const x = Math.floor(draw() * 9) * cell + (row % 2 ? cell / 2 : 0);
    cells += `M${x} ${(row * lean).toFixed(1)}l20 31.7-20 31.7-20-31.7z`;
  }
  const stone = gemPaths(level, serial)
    .map(({ colour: tone, d }) => `<path fill="${tone}" stroke="${tone}" d="${d}"/>`)
    .join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><title>${escaped(title)}</title>` +
    `<rect width="${size}" height="${size}" fill="#0a1029"/>` +
    `<g stroke="${colour}" stroke-opacity=".3"><path d="${cells}" fill="${colour}" fill-opacity=".16" stroke="none"/>` +
    `<path d="${lines}" fill="none"/></g><svg x="56" y="52" width="208" height="208" viewBox="0 0 96 96" ` +
    `stroke-width=".6" stroke-linejoin="round">${stone}</svg></svg>`
  );
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

/** As the address of a picture or a file. */
export const svgHref = (svg: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
