/** Entry of a feature's own page in development. */
import '@trellis/kit/styles';
import feature from 'standalone-feature';
import { startStandalone } from './start.tsx';

void startStandalone(feature);
