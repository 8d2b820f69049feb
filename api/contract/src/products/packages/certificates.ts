/** `Ruby #00128`: what a certificate is called in every language. */
export const certificateName = (level: string, serial: number): string =>
  `${level} #${String(serial).padStart(5, '0')}`;
