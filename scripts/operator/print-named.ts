import { nameOperators } from '@gateway/operations/accounts/operators/name-operators'
import type { OperatorContext } from './context.ts'
import { printRows } from './print-rows.ts'

type Row = Readonly<Record<string, unknown>>

/** Prints rows with the e-mail addresses of the operators in them instead of their ids. */
export async function printNamedRows(ctx: Pick<OperatorContext, 'orm'>, title: string, rows: readonly Row[]): Promise<void> {
  const cells = rows.flatMap((row) => Object.values(row).flat())
  const texts = cells.filter((cell) => typeof cell === 'string')
  const emails = await nameOperators(ctx, texts)
  const named = (cell: unknown): unknown => {
    if (Array.isArray(cell)) return cell.map(named)
    const email = typeof cell === 'string' ? emails.get(cell) : undefined
    return email === undefined ? cell : `operator:${email}`
  }
  printRows(
    title,
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, named(cell)]))),
  )
}
