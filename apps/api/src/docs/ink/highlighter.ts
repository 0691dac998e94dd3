import { Worker } from 'node:worker_threads'
import type { Highlighted, Snippet } from './highlight.ts'
import type { Span } from './roles.ts'

/** A minute without a page: its pages are kept, so the thread and its grammars are not. */
const IDLE_MS = 60_000

/** Highlights texts. */
export type Highlighter = (snippets: readonly Snippet[]) => Promise<Highlighted['spans']>

interface Waiting {
  readonly resolve: (spans: readonly (readonly Span[])[]) => void
  readonly reject: (error: Error) => void
}

/** A highlighter in a thread of its own, which starts with the first text and ends a minute after the last. */
export function threadHighlighter(): Highlighter {
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let asked = 0
  const waiting = new Map<number, Waiting>()

  function end(error: Error): void {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
    thread = undefined
  }

  function start(): Worker {
    const started = new Worker(new URL('./highlight.ts', import.meta.url))
    started.unref()
    started.on('message', ({ id, spans }: Highlighted) => {
      waiting.get(id)?.resolve(spans)
      waiting.delete(id)
      if (waiting.size === 0) idle = setTimeout(() => void started.terminate(), IDLE_MS).unref()
    })
    started.on('error', end)
    started.on('exit', () => started === thread && end(new Error('the highlighter ended')))
    return started
  }

  return (snippets) => {
    if (snippets.length === 0) return Promise.resolve([])
    clearTimeout(idle)
    thread ??= start()
    const [id, to] = [++asked, thread]
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      to.postMessage({ id, snippets })
    })
  }
}
