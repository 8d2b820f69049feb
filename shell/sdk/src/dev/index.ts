/** Entry of a feature's own page in development. */
import '../kit/styles/index.ts';
import feature from 'standalone-feature';
import { startStandalone } from './start.tsx';

void startStandalone(feature);
