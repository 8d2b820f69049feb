/** The release being built; the build puts it in place. */
declare const __TRELLIS_RELEASE__: string;
