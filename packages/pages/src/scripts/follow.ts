import { refresh } from './refresh.ts'
import { type Failed, retrySeconds } from './retry.ts'

const REOPEN_MS = 15_000
const MS = 1_000

let stream: EventSource | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let failed: Failed | undefined

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
  failed = await refresh()
  if (!failed && !isMoving()) closeStream()
  lookLater(failed ? retrySeconds(failed, lookSeconds()) : undefined)
}

function lookLater(seconds = lookSeconds()): void {
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
  // The browser reconnects every few seconds while the gateway is away; looks wait longer and longer until it has succeeded.
  stream.addEventListener('open', () => void (failed && look()))
  stream.addEventListener('error', () => {
    if (!failed) void look()
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

/** 0 where nothing follows. */
const lookSeconds = (): number => Number(pageData('look'))

const pageData = (name: string): string | undefined => document.getElementById('main')?.dataset[name]
