/** `npm run -s stake:schedule -- '<json>'`: what a stake is and what becomes of it. */
import { scheduleCommand } from './command.ts';
import { stakeInput, stakeSchedule } from './stakeSchedule.ts';

scheduleCommand('stake:schedule', stakeInput, stakeSchedule);
