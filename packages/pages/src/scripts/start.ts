import { startCopying } from './copy.ts'
import { fetchPage, OtherPage } from './fetch-page.ts'
import { takeOver } from './take-over.ts'

const LOOK_MS = 2_000

const START = '#main[data-start]'

/** A page of a development gateway: it copies, and the start page reads itself again every two seconds. */
startCopying()
if (document.querySelector(START)) lookLater()

function lookLater(): void {
  setTimeout(() => void (document.hidden ? lookLater() : look().finally(lookLater)), LOOK_MS)
}

async function look(): Promise<void> {
  try {
    takeOver(await fetchPage(START))
    document.getElementById('offline')?.setAttribute('hidden', '')
  } catch (error) {
    if (error instanceof OtherPage) location.reload()
    document.getElementById('offline')?.removeAttribute('hidden')
  }
}
