/**
 * The libraries of which a page has exactly one copy: the shell's. A feature's build leaves them out, the shell hands
 * them over at run time. A subpath counts as a library of its own. These are there when the page starts.
 */
const startLibraries = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-router-dom',
  'react-i18next',
  '@trellis/kit',
  '@trellis/shell-sdk',
] as const;

/** Those that every feature uses. */
export const featureLibraries = startLibraries.filter((name) => name !== 'react-dom');

/** Those that come with the first screen that uses them: a member who opens no form loads none of it. */
export const lateLibraries = ['@trellis/kit/form', '@trellis/shell-sdk/flow'] as const;
export type LateLibrary = (typeof lateLibraries)[number];

export const sharedLibraries = [...startLibraries, ...lateLibraries] as const;
export type SharedLibrary = (typeof sharedLibraries)[number];

/**
 * Of these libraries the shell hands over only the names below, so that the rest of them is not in its bundle. A
 * feature's build refuses any other name; a new one is added here and in the shell's `sharedModules.ts`.
 */
export const sharedNames = {
  'react-router-dom': ['Link', 'Navigate', 'useLocation', 'useNavigate', 'useParams', 'useSearchParams'],
  'react-i18next': ['useTranslation'],
} as const satisfies Partial<Record<SharedLibrary, readonly string[]>>;
