/** VitePress's home layout has no main landmark, which screen readers jump to. */
export function markHome(): void {
  document.querySelector(".VPHome")?.setAttribute("role", "main");
}
