/**
 * The libraries of which a page has exactly one copy: the shell's. A feature's build leaves them out, the shell hands
 * them over at run time. A subpath counts as a library of its own.
 */
export const sharedLibraries = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-router-dom',
  'react-i18next',
  '@trellis/kit',
  '@trellis/shell-sdk',
] as const;
export type SharedLibrary = (typeof sharedLibraries)[number];

/**
 * Of these libraries the shell hands over only the names below, so that the rest of them is not in its bundle. A
 * feature's build refuses any other name; a new one is added here and in the shell's `sharedModules.ts`.
 */
export const sharedNames = {
  'react-router-dom': ['Link', 'Navigate', 'useLocation', 'useNavigate', 'useParams', 'useSearchParams'],
  'react-i18next': ['useTranslation'],
} as const satisfies Partial<Record<SharedLibrary, readonly string[]>>;
