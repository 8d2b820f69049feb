/** `npm run -s team:bonus -- '<json>'`: what each member of a team earns on a day, and what of it is paid. */
import { scheduleCommand } from './command.ts';
import { teamBonus, teamInput } from './teamBonus.ts';

scheduleCommand('team:bonus', teamInput, teamBonus);
