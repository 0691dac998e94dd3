import { Badge } from '../../ui/badge.tsx'
import { Transaction } from '../../ui/list/transaction.tsx'
import { formatAsset } from '../../ui/money.ts'
import type { State } from '../../ui/states.ts'
import { type Column, Table } from '../../ui/table.tsx'
import type { Refund } from './refund.ts'

type Transfer = Refund['transfers'][number]

const states: Readonly<Record<Transfer['status'], readonly [State, string]>> = {
  included: ['detected', 'In a block'],
  final: ['confirmed', 'Final'],
  gone: ['reorged', 'No longer in the chain'],
}

interface RefundTransfersProps {
  readonly refund: Refund
  readonly explorer: string | null
}

/** What has paid the refund so far, and what a reorganisation took back. */
export function RefundTransfers({ refund: { transfers, blockchain }, explorer }: RefundTransfersProps) {
  const counted = transfers.filter((transfer) => transfer.counted)
  if (counted.length === 0) return null
  const columns: Column<Transfer & { key: string }>[] = [
    { id: 'tx', head: 'Transaction', place: 'lead', cell: ({ tx_hash: id }) => <Transaction id={id} explorer={explorer} /> },
    { id: 'state', head: 'State', place: 'sub', cell: ({ status }) => <TransferState status={status} /> },
    { id: 'amount', head: 'Amount', place: 'end', isNumber: true, isMain: true, cell: ({ amount }) => formatAsset(amount, blockchain) },
  ]
  const rows = counted.map((transfer, at) => ({ ...transfer, key: String(at) }))
  return <Table label="Transfers of the refund" columns={columns} rows={rows} keyOf={({ key }) => key} />
}

function TransferState({ status }: { readonly status: Transfer['status'] }) {
  const [state, word] = states[status]
  return (
    <Badge state={state} kind="plain">
      {word}
    </Badge>
  )
}
