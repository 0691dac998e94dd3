import { Badge } from '../../ui/badge.tsx'
import { Transaction } from '../../ui/list/transaction.tsx'
import type { State } from '../../ui/states.ts'
import type { Refund } from './refund.ts'

type Named = Refund['named_transactions'][number]

const states: Readonly<Record<Named['status'], readonly [State, string]>> = {
  waiting: ['pending', 'Being looked up'],
  found: ['confirmed', 'Found'],
  refused: ['failed', 'Not counted'],
}

/** Why a transaction does not count, by the code of the refusal. */
const problems: Readonly<Record<string, string>> = {
  not_found: 'No block had it within three days.',
  older_than_payment: 'It is older than the payment.',
  counted_elsewhere: 'It pays another refund.',
  failed: 'It failed on the network and moved nothing.',
  pays_something_else: 'It pays nothing to this address in this coin.',
  balance_does_not_show_it: 'The balance of the address did not grow in its block.',
}

interface NamedTransactionsProps {
  readonly refund: Refund
  readonly explorer: string | null
}

/** The transactions by which the merchant says that it has paid, and what became of each. Those that were found are among the transfers. */
export function NamedTransactions({ refund: { named_transactions: named }, explorer }: NamedTransactionsProps) {
  const shown = named.filter(({ status }) => status !== 'found')
  if (shown.length === 0) return null
  return (
    <ul className="stack stack--tight" aria-label="Named transactions">
      {shown.map(({ tx_hash: id, status, problem }) => (
        <li key={id} className="row row--wrap">
          <Transaction id={id} explorer={explorer} />
          <Badge state={states[status][0]} kind="plain">
            {states[status][1]}
          </Badge>
          {problem !== null && <span className="hint">{problems[problem] ?? 'It does not pay this refund.'}</span>}
        </li>
      ))}
    </ul>
  )
}
