/** How a procedure's result becomes a body: which member is repeated at top level, that it is a page of a list, or which list is all of it. */
export interface Envelope {
  readonly flat?: string
  readonly list?: boolean
  readonly bare?: string
}

type Members = Readonly<Record<string, unknown>>

/**
 * The body of a success: what the procedure answered, the named resource also flat, and for lists a pagination object. One list of the contract
 * comes without any of this.
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
