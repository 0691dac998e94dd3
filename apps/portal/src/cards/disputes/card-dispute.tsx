import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { PageLoading } from '../../shell/page-loading.tsx'
import { trpc } from '../../trpc.ts'
import { LinkButton } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/empty.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Moment, relativeTo } from '../../ui/moment.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Crumbs, Page, Section } from '../../ui/page.tsx'
import { refreshEvery } from '../../ui/refresh.ts'
import { formatMinor } from '../card-money.ts'
import { ProcessorId } from '../payments/card-facts.tsx'
import { AcceptDispute } from './accept-dispute.tsx'
import { DisputeBadge } from './card-disputes.tsx'
import { type Dispute, disputeFact, disputeHelp, disputeReason, disputeShown, isInquiry } from './dispute-words.ts'
import { EvidenceFiles } from './evidence-files.tsx'
import { FightDispute } from './fight-dispute.tsx'

const REFRESH_MS = 10_000

/** One dispute: what the bank says, until when it can be answered, and the two answers. */
export function CardDisputePage() {
  const { dispute: id } = useParams({ from: '/signed-in/b/$business/cards/disputes/$dispute' })
  const found = useQuery(trpc.cards.disputes.get.queryOptions({ id }, { refetchInterval: refreshEvery(REFRESH_MS) }))
  if (found.error && !found.data)
    return (
      <LoadFailed title="The dispute could not be loaded" error={found.error} onRetry={() => void found.refetch()}>
        Its deadline stays as it is. It can also be answered in the dashboard of the card processor.
      </LoadFailed>
    )
  return found.data ? <Shown dispute={found.data.dispute} /> : <PageLoading />
}

function Shown({ dispute }: { readonly dispute: Dispute }) {
  const amount = formatMinor(dispute.amount, dispute.currency)
  const head = (
    <span className="row row--wrap">
      <span className="big">{amount}</span>
      <DisputeBadge status={dispute.status} kind="lg" />
    </span>
  )
  const actions = (
    <>
      <LinkButton to="/b/$business/cards/payments/$card" params={{ card: dispute.payment_id }}>
        Open payment
      </LinkButton>
      {dispute.can_respond && <AcceptDispute dispute={dispute} />}
    </>
  )
  return (
    <Page
      title={`${isInquiry(dispute.status) ? 'Inquiry' : 'Dispute'} of ${amount}`}
      shown={head}
      above={<Crumbs to="/b/$business/cards/disputes" list="Disputes" id={dispute.id} name="dispute ID" />}
      actions={actions}
    >
      <Notice state={disputeShown(dispute.status)[0]} fact={disputeFact(dispute)}>
        {disputeHelp(dispute)}
      </Notice>
      <div className="cols">
        <div>
          {dispute.can_respond ? (
            <>
              <EvidenceFiles disputeId={dispute.id} />
              <FightDispute dispute={dispute} />
            </>
          ) : (
            <Answered dispute={dispute} />
          )}
        </div>
        <div>
          <DisputeFacts dispute={dispute} />
        </div>
      </div>
    </Page>
  )
}

/** What became of the answer, once none can be given any more. */
const Answered = ({ dispute: { submission_count: sent, has_evidence: hasEvidence } }: { readonly dispute: Dispute }) => (
  <Section title="Your answer">
    <p>
      {sent > 0 && 'Your evidence was sent to the bank. It reads it once, so nothing can be added.'}
      {sent === 0 && hasEvidence && 'Evidence was stored and not sent.'}
      {sent === 0 && !hasEvidence && 'No evidence was sent.'}
    </p>
  </Section>
)

const DisputeFacts = ({ dispute }: { readonly dispute: Dispute }) => (
  <Section title="Details">
    <Facts
      rows={[
        ['Reason', disputeReason(dispute.reason)],
        ['Opened', <Moment at={dispute.created_at} isPrecise />],
        dispute.can_respond &&
          dispute.evidence_due_at !== null && [
            'Answer until',
            <>
              <Moment at={dispute.evidence_due_at} isPrecise /> ({relativeTo(dispute.evidence_due_at)})
            </>,
          ],
        ['Evidence', evidenceOf(dispute)],
        dispute.status === 'unknown' && ['Processor says', dispute.processor_status],
        ['At the processor', <ProcessorId id={dispute.processor_dispute_id} />, 'wide'],
      ]}
    />
  </Section>
)

function evidenceOf({ submission_count: sent, has_evidence: hasEvidence }: Dispute): string {
  if (sent > 0) return 'Sent to the bank'
  return hasEvidence ? 'Stored, not sent' : 'None yet'
}
