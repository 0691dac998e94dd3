import type { ReactNode } from 'react'
import { lengthClass } from './money.ts'

type Row = readonly [label: string, value: ReactNode, isWide?: 'wide']

/** Facts as label and value; a wide one takes a line of its own. Rows without a value are not shown. */
export function Facts({ rows }: { readonly rows: readonly (Row | false | null | undefined)[] }) {
  return (
    <dl className="kv">
      {rows
        .filter((row): row is Row => Boolean(row))
        .map(([label, value, wide]) => (
          <div key={label} className="contents">
            <dt className={wide}>{label}</dt>
            <dd className={wide}>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** Amounts with dotted leaders; the last line may be the total. */
export function Ledger({
  rows,
  total,
}: {
  readonly rows: readonly (readonly [label: ReactNode, value: ReactNode])[]
  readonly total?: readonly [ReactNode, ReactNode]
}) {
  return (
    <dl className="kv kv--leader">
      {rows.map(([label, value], at) => (
        <div key={at}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {total && (
        <div className="is-total">
          <dt>{total[0]}</dt>
          <dd>{total[1]}</dd>
        </div>
      )}
    </dl>
  )
}

/** Up to four figures side by side. */
export function Figures({
  rows,
}: {
  readonly rows: readonly (readonly [label: string, value: ReactNode, small?: ReactNode | undefined])[]
}) {
  return (
    <dl className="figures">
      {rows.map(([label, value, small]) => (
        <div key={label} className={lengthClass(value)}>
          <dt>{label}</dt>
          <dd>
            {value}
            {small && <small>{small}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
