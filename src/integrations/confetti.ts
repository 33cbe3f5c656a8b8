import { CONFETTI_DURATION_MS, CONFETTI_FRAMES, CONFETTI_PARTICLES } from '@/domain/limits'

/**
 * A burst of paper from an element (OFFER-03): 80 pieces, about 120 frames, gone after 1.8 s; none for people who asked for less motion.
 * Its code is fetched when it is wanted. A failure is silent: the news itself stands in words.
 */
export async function burstConfetti(from: Element): Promise<void> {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  try {
    const { default: confetti } = await import('canvas-confetti')
    const box = from.getBoundingClientRect()
    const style = getComputedStyle(document.documentElement)
    const canvas = document.createElement('canvas')
    canvas.setAttribute('aria-hidden', 'true')
    canvas.dataset.confetti = ''
    Object.assign(canvas.style, {
      position: 'fixed',
      inset: '0',
      width: '100%',
      height: '100%',
      pointerEvents: 'none',
      zIndex: '38',
    })
    document.body.append(canvas)
    // No worker: it would run from a blob address, which the pages' security policy refuses.
    const fire = confetti.create(canvas, { resize: true, useWorker: false, disableForReducedMotion: true })
    setTimeout(() => {
      fire.reset()
      canvas.remove()
    }, CONFETTI_DURATION_MS)
    await fire({
      particleCount: CONFETTI_PARTICLES,
      ticks: CONFETTI_FRAMES,
      spread: 80,
      startVelocity: 30,
      scalar: 0.8,
      colors: ['--primary', '--accent', '--line-strong', '--tile'].map((name) => style.getPropertyValue(name).trim()),
      origin: {
        x: (box.left + Math.min(box.width, 320) / 2) / window.innerWidth,
        y: (box.top + box.height / 2) / window.innerHeight,
      },
    })
  } catch {
    // Decoration.
  }
}
