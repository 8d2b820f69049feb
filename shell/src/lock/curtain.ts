/** Hides all of the page but what asks to open it (`base.css`); it stays as it is. */
export function drawCurtain(isDrawn: boolean): void {
  document.documentElement.toggleAttribute('data-curtain', isDrawn);
}
