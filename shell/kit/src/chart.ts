/** Pictures of figures over time, each with its table. Who needs them bundles them: they know nothing of a page. */
export * from './chart/BarChart.tsx';
export { ChartFrame } from './chart/ChartFrame.tsx';
export * from './chart/FigureTable.tsx';
export * from './chart/StepChart.tsx';
export { indexAt } from './chart/stepPath.ts';
