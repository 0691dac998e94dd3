import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { BindParty } from '../identity/bind-party.tsx'
import { PageLoading } from '../shell/page-loading.tsx'
import { type Outputs, trpc } from '../trpc.ts'
import { Badge } from '../ui/badge.tsx'
import { OutsideLink } from '../ui/button.tsx'
import { LoadFailed } from '../ui/empty.tsx'
import { formatAsset, lengthClass } from '../ui/money.ts'
import { Crumbs, Page } from '../ui/page.tsx'
import { AuditLog } from './audit-log.tsx'
import { ContractTerms } from './contract-terms.tsx'
import { Deadlines } from './deadlines.tsx'
import { Dispute } from './dispute.tsx'
import { EscrowDetails } from './escrow-details.tsx'
import { EscrowFigures } from './escrow-figures.tsx'
import { OpenDispute } from './open-dispute.tsx'
import { PayInHere } from './pay-in-here.tsx'
import { StateNotice } from './state-notice.tsx'

/** An escrow with everything that its business sees of it. */
export type Detail = Outputs['escrows']['portal']['detail']

const MOVING_MS = 3_000
const SETTLED_MS = 15_000
const moving: ReadonlySet<string> = new Set(['created', 'released'])

const pauseOf = ({ escrow: { status, settlement_tx_hash: paid } }: Detail): number =>
  moving.has(status) || (status === 'refunded' && paid === null) ? MOVING_MS : SETTLED_MS

/** One escrow: its state, its parties, what the clock will do, and everything that happened to it. It keeps itself up to date. */
export function EscrowPage() {
  const { escrow: id } = useParams({ from: '/signed-in/b/$business/escrows/$escrow' })
  const found = useQuery(
    trpc.escrows.portal.detail.queryOptions({ id }, { refetchInterval: ({ state: { data } }) => data !== undefined && pauseOf(data) }),
  )
  if (found.error && !found.data)
    return (
      <LoadFailed title="The escrow could not be loaded" error={found.error} onRetry={() => void found.refetch()}>
        It goes on being watched and paid out meanwhile.
      </LoadFailed>
    )
  return found.data ? <Shown detail={found.data} /> : <PageLoading />
}

function Shown({ detail }: { readonly detail: Detail }) {
  const { escrow, amounts } = detail
  const amount = formatAsset(amounts.asked, escrow.chain)
  const head = (
    <span className="row row--wrap">
      <span className={`big ${lengthClass(amount) ?? ''}`}>{amount}</span>
      <Badge state={escrow.status} kind="lg" />
    </span>
  )
  const actions = (
    <>
      <OpenDispute detail={detail} />
      <BindParty escrowId={escrow.id} />
      <OutsideLink href={`/escrow/manage?id=${escrow.id}`}>
        <ExternalLink className="icon" aria-hidden="true" />
        Page of the parties
      </OutsideLink>
    </>
  )
  return (
    <Page
      title={`Escrow of ${amount}`}
      shown={head}
      above={<Crumbs to="/b/$business/escrows" list="Escrows" id={escrow.id} name="escrow ID" />}
      actions={actions}
    >
      <StateNotice detail={detail} />
      <EscrowFigures detail={detail} />
      <div className="cols">
        <div>
          <PayInHere detail={detail} />
          <Dispute escrow={escrow} />
          <Deadlines detail={detail} />
          <AuditLog escrow={escrow} pauseMs={pauseOf(detail)} />
        </div>
        <div>
          <EscrowDetails detail={detail} />
          <ContractTerms detail={detail} />
        </div>
      </div>
    </Page>
  )
}
