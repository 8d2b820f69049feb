/** Versions of the shared libraries in this shell; the build puts them in place. */
declare const __SHARED_VERSIONS__: Readonly<Record<string, string>>;
