import { identity as texts } from '@gateway/pages/locales/en/identity'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Inputs, type Outputs, trpc } from '../trpc.ts'
import { Badge } from '../ui/badge.tsx'
import { Empty } from '../ui/empty.tsx'
import { List } from '../ui/list/list.tsx'
import { nextOffset, pageAt } from '../ui/list/list-filters.ts'
import { keptFresh } from '../ui/list/list-page.tsx'
import { Moment } from '../ui/moment.tsx'
import type { Column } from '../ui/table.tsx'
import { capital } from '../ui/text/capital.ts'
import { DidLink } from './did-link.tsx'
import { IdentityLayout } from './identity-layout.tsx'
import { WithDid } from './with-did.tsx'

type Receipt = Outputs['identity']['receipts']['list']['receipts'][number]

const REFRESH_MS = 30_000

/** The receipts about the merchant, newest first, with those that do not count. */
export const ReceiptsPage = () => <WithDid title="Receipts">{({ did }) => <Receipts did={did} />}</WithDid>

function Receipts({ did }: { readonly did: string }) {
  const { offset } = useSearch({ from: '/signed-in/identity/receipts' })
  const navigate = useNavigate()
  const input = { did, ...pageAt(offset) } as Inputs['identity']['receipts']['list']
  const found = useQuery(trpc.identity.receipts.list.queryOptions(input, keptFresh(offset, REFRESH_MS)))
  return (
    <IdentityLayout title="Receipts">
      <List
        label="Receipts"
        found={found}
        rows={found.data?.receipts.map((receipt) => ({ ...receipt, id: receipt.receipt_id }))}
        columns={columns}
        none={
          <Empty title="No receipt yet">
            A receipt is written when an escrow settles to which your DID is bound, and at each card payment. Other merchants write what
            they say of you.
          </Empty>
        }
        meanwhile="Receipts go on being written meanwhile."
        count={found.data && countOf(found.data.total)}
        cursor={offset}
        next={found.data && nextOffset(found.data)}
        onPage={(next) => void navigate({ to: '.', search: { offset: next } })}
      />
    </IdentityLayout>
  )
}

const countOf = (total: number): string => `${total} ${total === 1 ? 'receipt' : 'receipts'}`

const columns: readonly Column<Receipt>[] = [
  { id: 'created', head: 'Time', place: 'sub', cell: ({ created_at }) => <Moment at={created_at} /> },
  { id: 'category', head: 'About', place: 'lead', isMain: true, cell: ({ action_category: category }) => texts.categories[category] },
  {
    id: 'from',
    head: 'With',
    place: 'foot',
    cell: ({ counterparty_did: did }) => (did === null ? 'A payer that nobody has identified' : <DidLink did={did} />),
  },
  { id: 'outcome', head: 'Result', place: 'sub-end', cell: (receipt) => <Result receipt={receipt} /> },
  {
    id: 'amount',
    head: 'Amount',
    place: 'end',
    isNumber: true,
    cell: ({ amount, currency }) => amount !== null && `${amount} ${currency ?? ''}`,
  },
]

const tones: Readonly<Record<string, 'confirmed' | 'failed' | 'disputed'>> = {
  accepted: 'confirmed',
  rejected: 'failed',
  disputed: 'disputed',
}

function Result({ receipt: { verified, withdrawn_at, rating, outcome } }: { readonly receipt: Receipt }) {
  if (!verified || withdrawn_at !== null)
    return (
      <Badge kind="plain" state="draft">
        {withdrawn_at === null ? 'Does not count' : 'Withdrawn'}
      </Badge>
    )
  return (
    <Badge kind="plain" state={tones[outcome] ?? 'pending'}>
      {rating === null ? capital(outcome) : `${rating} of 5`}
    </Badge>
  )
}
