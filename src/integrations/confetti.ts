/**
 * A burst of paper from an element (OFFER-03): 80 pieces, about 120 frames, gone after 1.8 s; none for people who
 * asked for less motion. Its code is fetched when it is wanted. A failure is silent: the news itself stands in words.
 */
export async function burstConfetti(from: Element): Promise<void> {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  try {
    const { burst } = await import('./confetti-burst')
    await burst(from)
  } catch {
    // Decoration.
  }
}
