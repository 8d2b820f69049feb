import { makeShellConfig } from '@trellis/feature-build';

export default makeShellConfig({ directory: import.meta.dirname });
