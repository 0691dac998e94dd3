/**
 * Runs work under a signal that aborts as soon as one of several does, with its reason. No listener remains on them: a caller's signal may
 * outlive many calls.
 * A substitute for `AbortSignal.any`, which is newer than Node 20.0 and some browsers in use.
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
