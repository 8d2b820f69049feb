/** How small and how large the chart can be, and what its two buttons and keys go by. */
export const zoomSteps = [0.6, 0.8, 1, 1.3, 1.6] as const;

/** `far`: too small for names, `near`: large enough for every figure. */
export type Detail = 'far' | 'near' | undefined;

export const detailOf = (zoom: number): Detail => (zoom < 0.8 ? 'far' : zoom > 1.2 ? 'near' : undefined);

/** Any zoom within the steps; two fingers do not stop at them. */
export const clampZoom = (zoom: number): number =>
  Math.min(zoomSteps.at(-1) ?? 1, Math.max(zoomSteps[0], Math.round(zoom * 100) / 100));

/** The step after this zoom; `undefined` at the end. */
export const nextZoom = (zoom: number, direction: 'in' | 'out'): number | undefined =>
  direction === 'in' ? zoomSteps.find((step) => step > zoom) : zoomSteps.findLast((step) => step < zoom);
