/** Entry of a feature's own page in development. */
import feature from 'standalone-feature';
import { startStandalone } from './start.tsx';

void startStandalone(feature);
