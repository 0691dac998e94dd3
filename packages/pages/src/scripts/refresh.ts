import { announce } from './announce.ts'
import { setClock } from './clock.ts'
import { fetchPage, OtherPage } from './fetch-page.ts'
import { isInUse, tellOfChange } from './in-use.ts'
import { takeOver } from './take-over.ts'

let running: Promise<void> | undefined
let isWanted = false

/** Shows the newest version of this page; calls while one is on its way become one more. Resolves to whether the gateway was reached. */
export async function refresh(): Promise<boolean> {
  isWanted = true
  running ??= refreshWhileWanted().finally(() => (running = undefined))
  try {
    await running
    return true
  } catch {
    return false
  }
}

async function refreshWhileWanted(): Promise<void> {
  while (isWanted) {
    isWanted = false
    try {
      show(await fetchPage())
    } catch (error) {
      if (error instanceof OtherPage) leave()
      document.getElementById('offline')?.removeAttribute('hidden')
      throw error
    }
  }
}

/** Where this page is gone, a browser shows the page that replaced it; typed text stays until the reader leaves it. */
const leave = (): void => (isInUse() ? tellOfChange() : location.reload())

function show(page: Document): void {
  if (isKnown(page)) return
  if (isInUse() || page.querySelector('[data-parts]') === null) return tellOfChange()
  setClock(page.getElementById('main')?.dataset['now'])
  const before = spoken()
  takeOver(page)
  if (spoken() !== before) announce(spoken())
}

/** True of a page that says itself that nothing has changed; others are compared part by part. */
function isKnown(page: Document): boolean {
  const [shown, version] = [document, page].map((one) => one.getElementById('main')?.dataset['version'])
  return version !== undefined && version === shown
}

/** What the page says about its state. */
const spoken = (): string => document.getElementById('main')?.dataset['announce'] ?? ''
