/** Shared library to the version that features get, as this shell was built. */
export const sharedVersions = __SHARED_VERSIONS__;
