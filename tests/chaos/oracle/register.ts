import { type Evidence, lineOf, rowsOf } from './judgement.ts'

/** A number that was taken; `holder` is what has it now. */
interface Taken {
  readonly business_id: string
  readonly number: number
  readonly kind: string
  readonly status: string
  readonly object_id: string
  readonly holder: number | null
}

const TAKEN = `SELECT taken.business_id, taken.number, taken.kind, taken.status, taken.object_id, coalesce(invoice.number, note.number) AS holder
  FROM invoice_number taken LEFT JOIN invoice ON invoice.id = taken.object_id LEFT JOIN credit_note note ON note.id = taken.object_id
  ORDER BY taken.business_id, taken.mode, taken.number`

/** Registers with a gap, numbers whose holder has another one, and numbers that nobody asked for. */
export async function wrongRegister(evidence: Evidence): Promise<string[]> {
  const { invoices } = evidence.judged
  const rows = await rowsOf<Taken>(evidence, TAKEN)
  const kinds = new Map(invoices.map(({ id, behaviour }) => [id, behaviour === 'void' ? 'void' : 'used']))
  const notes = invoices.filter(({ behaviour }) => behaviour === 'credited').length
  const problems = [...Map.groupBy(rows, ({ business_id: id }) => id)].flatMap(([businessId, own]) =>
    own.every(({ number }, at) => number === at + 1)
      ? []
      : [{ problem: 'the register has a gap', businessId, numbers: own.map(({ number }) => number) }],
  )
  const strange = rows.filter(({ kind, status, number, holder, object_id: id }) =>
    status === 'void' ? holder !== null || kinds.get(id) !== 'void' : holder !== number || (kind === 'invoice' && kinds.get(id) !== 'used'),
  )
  const counted = rows.length === invoices.length + notes ? [] : [{ problem: 'more or fewer numbers than documents', numbers: rows.length }]
  return [...problems, ...strange.map((row) => ({ problem: 'a number without its document', ...row })), ...counted].map(lineOf)
}
