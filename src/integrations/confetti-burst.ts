import confetti from 'canvas-confetti'

/** Confetti (OFFER-03). */
const CONFETTI_PARTICLES = 80
const CONFETTI_FRAMES = 120
const CONFETTI_DURATION_MS = 1800

/** Draws the paper over everything, on a canvas that goes with it. */
export async function burst(from: Element): Promise<void> {
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
}
