const mixing = /([\w-]+)(:\s*)([^;{}]*color-mix\([^;{}]*);/g;
const mix = /color-mix\(in srgb, ((?:[^(),]|\([^()]*\))+) (\d+)%, ((?:[^(),]|\([^()]*\))+)\)/g;

/**
 * A webpack loader for stylesheets: before a declaration that mixes two colours, one with the colour that is more of it, for
 * browsers that cannot mix (Chromium before 111). They cannot be mixed here: a reader's theme says what they are.
 */
export default function mixFallback(css: string): string {
  return css.replace(mixing, (whole, property: string, colon: string, value: string) => {
    const plain = value.replace(mix, (_, one: string, percent: string, other: string) =>
      Number(percent) >= 50 ? one : other,
    );
    return `${property}${colon}${plain}; ${whole}`;
  });
}
