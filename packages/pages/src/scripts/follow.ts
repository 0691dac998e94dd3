import { refresh } from './refresh.ts'

const OFFLINE_SECONDS = 4
const REOPEN_MS = 15_000
const MS = 1_000

let stream: EventSource | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Follows what the page shows by looking now and then, and a payment by its event stream too. Looking is all that is left where streams do not get
 * through.
 */
export function follow(): void {
  openStream()
  lookLater()
  document.addEventListener('visibilitychange', () => void (document.hidden || look()))
  addEventListener('online', () => void look())
  addEventListener('pageshow', ({ persisted }) => void (persisted && look()))
}

/** Refreshes now, and plans the next look. */
export async function look(): Promise<void> {
  const isReached = await refresh()
  if (isReached && !isMoving()) closeStream()
  lookLater(isReached ? undefined : OFFLINE_SECONDS)
}

function lookLater(seconds = Number(pageData('look'))): void {
  clearTimeout(timer)
  if (seconds > 0) timer = setTimeout(() => void (document.hidden ? lookLater() : look()), seconds * MS)
}

/** Each message only says that something has changed: what, the page itself shows. The browser reconnects after a lost connection. */
function openStream(): void {
  if (!isMoving()) return
  stream = new EventSource(`/api/payments/${pageData('payment')}/events`)
  stream.addEventListener('payment', () => void look())
  stream.addEventListener('end', () => {
    closeStream()
    void look()
  })
  stream.addEventListener('error', () => {
    void look()
    if (stream?.readyState !== EventSource.CLOSED) return
    // Refused, such as by too many streams: the looks go on meanwhile.
    closeStream()
    setTimeout(openStream, REOPEN_MS)
  })
}

function closeStream(): void {
  stream?.close()
  stream = undefined
}

/** Later states announce nothing that a shopper sees; an escrow has no phase, and no stream. */
const isMoving = (): boolean => ['waiting', 'short', 'seen'].includes(pageData('phase') ?? '')

const pageData = (name: string): string | undefined => document.getElementById('main')?.dataset[name]
