import { secondsUntil } from './clock.ts'
import { timeLeft } from './time-left.ts'

const TICK_MS = 1_000
/** From here on the ring changes its colour. */
const SHORT_SECONDS = 120
/** The ring's circumference in its own units. */
const RING = 100

/** Keeps the countdown of a payable page going by the server's clock, silently; asks again and again once the time is up. */
export function startCountdown(onEnd: () => void): void {
  setInterval(() => {
    const timer = document.getElementById('timer')
    const left = secondsUntil(document.getElementById('main')?.dataset['expires'])
    if (!timer || left === undefined) return
    draw(timer, Math.max(left, 0))
    if (left <= 0) onEnd()
  }, TICK_MS)
}

function draw(timer: HTMLElement, left: number): void {
  const text = document.getElementById('left')
  if (text) text.textContent = timeLeft(left)
  const total = Number(timer.dataset['total'])
  timer.querySelector('.ring__arc')?.setAttribute('stroke-dashoffset', String(RING - (RING * left) / total))
  timer.classList.toggle('is-short', left < SHORT_SECONDS)
}
