import { arrivalOfDocument, setClock } from './clock.ts'
import { startCopying } from './copy.ts'
import { startCountdown } from './countdown.ts'
import { follow, look } from './follow.ts'
import './language.ts'

/** A checkout page with scripts: it follows its payment, counts down, copies and prints. */
const main = document.getElementById('main')
setClock(main?.dataset['now'], arrivalOfDocument())
startCopying()
startCountdown(() => void look())
follow()
document.addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('[data-print]')) print()
})
