import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Data reach the styles as custom properties. */
    [property: `--${string}`]: string | number | undefined;
  }
}
