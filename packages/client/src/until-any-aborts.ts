/**
 * Does something under a signal that aborts as soon as one of several does, and with its reason. Afterwards nothing hangs on those: a caller's may
 * outlive many calls.
 *
 * As `AbortSignal.any`, which came after Node 20.0 and after browsers that are still about.
 */
export async function untilAnyAborts<T>(signals: readonly AbortSignal[], work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController()
  const watches = signals.map((signal) => ({ signal, end: () => ending.abort(signal.reason) }))
  for (const { signal, end } of watches) {
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
  }
  try {
    return await work(ending.signal)
  } finally {
    for (const { signal, end } of watches) signal.removeEventListener('abort', end)
  }
}
