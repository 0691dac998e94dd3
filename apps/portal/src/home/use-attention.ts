import { useQuery } from '@tanstack/react-query'
import { useBusinessId } from '../businesses/use-business.ts'
import { type Outputs, trpc } from '../trpc.ts'
import { refreshEvery } from '../ui/refresh.ts'

type CardAttention = Outputs['cards']['portal']['attention']
type InvoiceAttention = Outputs['invoices']['portal']['attention']

/** Something that needs a person: of crypto payments and webhooks, of cards, or of invoices. */
export type AttentionItem =
  | Outputs['payments']['portal']['attention']['attention'][number]
  | { readonly kind: 'card_dispute'; readonly since: string; readonly dispute: CardAttention['disputes'][number] }
  | { readonly kind: 'card_held'; readonly since: string; readonly card: CardAttention['held'][number] }
  | { readonly kind: 'invoice_held'; readonly since: string; readonly money: InvoiceAttention['held'][number] }
  | { readonly kind: 'invoice_owed'; readonly since: string; readonly owed: InvoiceAttention['owed'][number] }

const REFRESH_MS = 15_000
const options = { refetchInterval: refreshEvery(REFRESH_MS) } as const

/** What of the business needs a person. The navigation counts what the first page lists, so that both always say one number. */
export function useAttention(): readonly AttentionItem[] {
  const businessId = useBusinessId()
  const { data } = useQuery(trpc.payments.portal.attention.queryOptions({ businessId }, options))
  const { data: cards } = useQuery(trpc.cards.portal.attention.queryOptions({ businessId }, options))
  const { data: invoices } = useQuery(trpc.invoices.portal.attention.queryOptions({ businessId }, options))
  return [...(cards ? ofCards(cards) : []), ...(invoices ? ofInvoices(invoices) : []), ...(data?.attention ?? [])]
}

const ofCards = ({ disputes, held }: CardAttention): AttentionItem[] => [
  ...disputes.map((dispute) => ({ kind: 'card_dispute', since: dispute.created_at, dispute }) as const),
  ...held.map((card) => ({ kind: 'card_held', since: card.updated_at, card }) as const),
]

const ofInvoices = ({ held, owed }: InvoiceAttention): AttentionItem[] => [
  ...held.map((money) => ({ kind: 'invoice_held', since: money.since, money }) as const),
  ...owed.map((one) => ({ kind: 'invoice_owed', since: one.since, owed: one }) as const),
]
