/** How a procedure's result becomes a body: the member repeated at top level, a page of a list, or a bare list. */
export interface Envelope {
  readonly flat?: string
  readonly list?: boolean
  readonly bare?: string
}

type Members = Readonly<Record<string, unknown>>

/**
 * The body of a success: the procedure's result, the named resource also flat, and for lists a pagination object. A bare list has none of
 * this.
 */
export function wrap(answer: Members, { flat, list, bare }: Envelope): unknown {
  if (bare !== undefined) return answer[bare]
  const resource = flat === undefined ? {} : (answer[flat] as Members)
  return { success: true, ...resource, ...answer, ...(list === true ? { pagination: paginationOf(answer) } : {}) }
}

function paginationOf(page: Members): Members {
  const { limit, offset, total } = page
  const rows = Object.values(page).find((value) => Array.isArray(value)) ?? []
  return { limit, offset, total, has_more: Number(offset) + rows.length < Number(total) }
}
