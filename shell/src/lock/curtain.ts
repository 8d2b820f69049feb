/** Hides all of the page, which stays as it is: without a style sheet, which may not be there. */
export function drawCurtain(isDrawn: boolean): void {
  document.documentElement.style.visibility = isDrawn ? 'hidden' : '';
}
