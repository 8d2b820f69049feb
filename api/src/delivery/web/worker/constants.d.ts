/** What `../serveWorker.ts` writes before the worker's script. */
declare const publicKey: string;
declare const notPages: RegExp;
declare const keptBase: string;
declare const productName: string;
declare const notices: Readonly<Record<string, string>>;
