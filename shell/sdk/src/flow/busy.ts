const openFlows = new Set<symbol>();

/** Whether an act is on its way whose result is not known yet: leaving now would leave the member in doubt. */
export const isFlowBusy = (): boolean => openFlows.size > 0;

/** Counts an act as on its way until the returned function is called. */
export function beginAct(): () => void {
  const flow = Symbol('flow');
  openFlows.add(flow);
  return () => void openFlows.delete(flow);
}
