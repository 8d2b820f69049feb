import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One picture, by where it lies below the folder. */
export interface Picture {
  readonly scene: string;
  readonly theme: string;
  readonly file: string;
}

/** Writes a page that shows all pictures of one language and width side by side, each leading to itself. */
export function writeSheet(folder: string, name: string, pictures: readonly Picture[]): void {
  const scenes = [...new Set(pictures.map(({ scene }) => scene))];
  const figures = scenes.map((scene) => {
    const images = pictures
      .filter((picture) => picture.scene === scene)
      .map(({ file, theme }) => `<a href="${file}"><img src="${file}" alt="${scene}, ${theme}" loading="lazy"></a>`);
    return `<figure><figcaption>${scene}</figcaption>${images.join('')}</figure>`;
  });
  const style =
    'body{margin:16px;background:#777;font:13px sans-serif;display:flex;flex-wrap:wrap;gap:16px;align-items:start}' +
    'figure{margin:0;padding:8px;background:#fff}figcaption{padding-bottom:4px}img{width:240px;margin-inline-end:4px}';
  writeFileSync(
    join(folder, `${name}.html`),
    `<!doctype html><meta charset="utf-8"><title>${name}</title><style>${style}</style>${figures.join('\n')}\n`,
  );
}
