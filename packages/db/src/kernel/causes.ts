/** An error as drivers and sockets describe it: with a SQLSTATE or an error code, and the failed system call. */
type Cause = Error & { readonly code?: unknown; readonly syscall?: unknown }

/**
 * An error and what caused it, outermost first: drivers wrap what Postgres said, and its SQLSTATE is the `code` of one of them. A host with several
 * addresses fails with one error for each of them.
 */
export function causesOf(error: unknown): Cause[] {
  if (!(error instanceof Error)) return []
  const further: readonly unknown[] = 'errors' in error && Array.isArray(error.errors) ? error.errors : []
  return [error, ...[error.cause, ...further].flatMap(causesOf)]
}
