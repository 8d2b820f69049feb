import { Mark } from '../icon/Icon.tsx';
import * as styles from './QrPicture.module.css';

interface QrPictureProps {
  readonly svg: string;
  readonly alt: string;
  /** The product's mark in its middle. The code must be one that can do without what lies under it. */
  readonly marked?: boolean;
}

/** A QR code, to be read from this screen by another phone. */
export function QrPicture({ svg, alt, marked }: QrPictureProps) {
  return (
    <span className={styles.frame}>
      <img
        className={styles.qr}
        width={200}
        height={200}
        alt={alt}
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      />
      {marked && (
        <span className={styles.mark}>
          <Mark />
        </span>
      )}
    </span>
  );
}
