import encodeQR from 'qr';

/** A link as a QR code, an SVG. A quarter of it may be missing: the product's mark lies on its middle. */
export const qrSvg = (link: string): string => encodeQR(link, 'svg', { ecc: 'quartile', border: 4 });
