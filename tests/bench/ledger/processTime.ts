import { readFileSync } from 'node:fs';

/** Milliseconds that a process has computed so far, by the kernel's clock ticks, of which there are a hundred a second. */
export function processMs(pid: number): number {
  const [, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.join(') ').split(' ').slice(11, 13).map(Number);
  return (Number(user) + Number(system)) * 10;
}
