/**
 * Where the product's tables and functions lie in their database: the schema of DATABASE_SCHEMA, `public` where it is not set.
 * Read once: a process has one. All SQL is written for `public` and for the login `trellis_app`; what names either is put in its
 * place here, and all else is found by the search path of the login and of the owner's connections.
 */
export const schemaName: string = readName(process.env.DATABASE_SCHEMA);

/** The login of another schema is another one: its search path is its own, as it is in no option of a connection. */
const loginName = schemaName === 'public' ? 'trellis_app' : `trellis_app_${schemaName}`;

/** @throws Error for what is no plain name: it stands in SQL as it is */
function readName(text = ''): string {
  if (text === '') return 'public';
  if (/^[a-z][a-z0-9_]{0,40}$/.test(text) && !/^(pg_|information_schema$)/.test(text)) return text;
  throw new Error('DATABASE_SCHEMA is a name of small letters, digits and underscores');
}

/** SQL that names the schema or the login, as it is for this place. */
export const placed = (sql: string): string =>
  schemaName === 'public' ? sql : sql.replaceAll(/\bpublic\b/g, schemaName).replaceAll(/\btrellis_app\b/g, loginName);

/** The address of an owner, whose connections find what lies in the schema. */
export function ownersAddress(address: string): string {
  if (schemaName === 'public') return address;
  const url = new URL(address);
  const options = url.searchParams.get('options') ?? '';
  if (options.includes('search_path=')) return address;
  url.searchParams.set('options', `${options} -c search_path=${schemaName}`.trim());
  return url.href;
}
