/** How many sheets and dialogs are open at an entry of the history (`ui/overlay.tsx`), by its state. */
export function overlaysAt(state: unknown): number {
  return (state as { overlays?: number } | null)?.overlays ?? 0
}
