import { announce } from './announce.ts'
import { setClock } from './clock.ts'
import { fetchPage, OtherPage, Unanswered } from './fetch-page.ts'
import { isInUse, tellOfChange, untellOfChange } from './in-use.ts'
import type { Failed } from './retry.ts'
import { takeOver } from './take-over.ts'

let running: Promise<void> | undefined
let isWanted = false
let failed: Failed | undefined

/** Shows the newest version of this page; calls while one is on its way become one more. Resolves to undefined where the gateway was reached. */
export async function refresh(): Promise<Failed | undefined> {
  isWanted = true
  running ??= refreshWhileWanted()
    .then(reach, miss)
    .finally(() => (running = undefined))
  await running
  return failed
}

function reach(): void {
  failed = undefined
  document.getElementById('offline')?.setAttribute('hidden', '')
}

function miss(error: unknown): void {
  failed = { failures: (failed?.failures ?? 0) + 1, patience: error instanceof Unanswered ? error.patience : 0 }
  document.getElementById('offline')?.removeAttribute('hidden')
}

async function refreshWhileWanted(): Promise<void> {
  while (isWanted) {
    isWanted = false
    try {
      show(await fetchPage())
    } catch (error) {
      if (!(error instanceof OtherPage)) throw error
      leave()
    }
  }
}

/** Where this page is gone, a browser shows the page that replaced it; typed text stays until the reader leaves it. */
const leave = (): void => (isInUse() ? tellOfChange() : location.reload())

function show(page: Document): void {
  if (isKnown(page)) return renewOffline(page)
  if (isInUse() || page.querySelector('[data-parts]') === null) return tellOfChange()
  setClock(page.getElementById('main')?.dataset['now'])
  const before = spoken()
  takeOver(page)
  renewOffline(page)
  untellOfChange()
  if (spoken() !== before) announce(spoken())
}

/** Names the time of this look, should the gateway be out of reach at the next one. */
function renewOffline(page: Document): void {
  const fresh = page.getElementById('offline')
  if (fresh) document.getElementById('offline')?.replaceWith(document.importNode(fresh, true))
}

/** True of a page that says itself that nothing has changed; others are compared part by part. */
function isKnown(page: Document): boolean {
  const [shown, version] = [document, page].map((one) => one.getElementById('main')?.dataset['version'])
  return version !== undefined && version === shown
}

/** What the page says about its state. */
const spoken = (): string => document.getElementById('main')?.dataset['announce'] ?? ''
