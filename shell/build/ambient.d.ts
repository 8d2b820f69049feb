/** What a feature's sources have without an import: styles, and the name of the release that is being built. */
/// <reference types="@trellis/kit/styles" />
/// <reference types="@trellis/kit/customProperties" />
/// <reference types="@trellis/shell-sdk/release" />
