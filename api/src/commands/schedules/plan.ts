/** `npm run -s plan:schedule -- '<json>'`: what a package is and what becomes of it. */
import { scheduleCommand } from './command.ts';
import { planInput, planSchedule } from './planSchedule.ts';

scheduleCommand('plan:schedule', planInput, planSchedule);
