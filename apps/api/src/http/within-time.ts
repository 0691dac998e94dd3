/** The value of a question; undefined when it fails or is not answered in time, which count alike. */
export async function withinTime<T>(ms: number, ask: () => Promise<T>): Promise<T | undefined> {
  const { promise: silence, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), ms)
  try {
    return await Promise.race([ask(), silence])
  } catch {
    // The failing part's own log has the reason.
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
