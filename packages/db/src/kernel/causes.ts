/** An error and what caused it, outermost first: drivers wrap what Postgres said, and its SQLSTATE is the `code` of one of them. */
export function causesOf(error: unknown): (Error & { readonly code?: unknown })[] {
  const causes: Error[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) causes.push(cause)
  return causes
}
