import { announce } from './announce.ts'
import { setClock } from './clock.ts'
import { fetchPage, OtherPage } from './fetch-page.ts'
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
      if (error instanceof OtherPage) location.reload()
      document.getElementById('offline')?.removeAttribute('hidden')
      throw error
    }
  }
}

function show(page: Document): void {
  setClock(page.getElementById('main')?.dataset['now'])
  const before = spoken()
  takeOver(page)
  if (spoken() !== before) announce(spoken())
}

/** What the page says about its state. */
const spoken = (): string => document.getElementById('main')?.dataset['announce'] ?? ''
