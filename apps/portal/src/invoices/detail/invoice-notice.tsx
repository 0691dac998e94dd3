import { LinkButton } from '../../ui/button.tsx'
import { Moment } from '../../ui/moment.tsx'
import { formatAsset } from '../../ui/money.ts'
import { Notice } from '../../ui/notice.tsx'
import { fiat } from '../fiat.ts'
import { GiveBack } from './give-back.tsx'
import { type InvoiceDetail, isMoving } from './invoice-detail.ts'

/** The worst thing that is true of the invoice: money to give back, then what is held and cannot be decided about yet, what is on its way, and what is missing of a draft. */
export function InvoiceNotice({ detail }: { readonly detail: InvoiceDetail }) {
  const { invoice, deposits, cards } = detail
  const surplus = cards.find((card) => card.surplus > 0)
  if (surplus)
    return (
      <Notice
        state="overpaid"
        fact={`${fiat(surplus.surplus, invoice.currency)} was charged beyond what was open`}
        actions={
          <LinkButton size="sm" to="/b/$business/cards/payments/$card" params={{ card: surplus.id }}>
            Refund the card payment
          </LinkButton>
        }
      >
        The client has paid twice. Give the rest back by a refund of the card payment.
      </Notice>
    )
  if (detail.overpaid > 0)
    return (
      <Notice state="overpaid" fact={`${fiat(detail.overpaid, invoice.currency)} to give back`} actions={<GiveBack detail={detail} />}>
        More was paid than the invoice asks for after its credit notes. A card payment is given back by its refund; other money you give
        back yourself.
      </Notice>
    )
  const held = deposits.find(({ status }) => status === 'held')
  if (held && detail.decisions.length === 0 && detail.pending_decision === null)
    return (
      <Notice state="held" fact={`${formatAsset(held.amount, held.blockchain)} is held`}>
        {held.held_for === 'wrong_asset'
          ? 'The invoice asks for another coin. It credits nothing. '
          : 'It came when the invoice asked for nothing more. It credits nothing. '}
        It is too little to send at the present fees, or it waits for an earlier payout of the invoice. You can decide about it after that.
      </Notice>
    )
  return <StateNotice detail={detail} />
}

function StateNotice({ detail }: { readonly detail: InvoiceDetail }) {
  const { status, client, viewed_at: viewed } = detail.invoice
  if (isMoving(detail))
    return (
      <Notice state="detected" fact="A payment was seen">
        {detail.deposits.some((deposit) => deposit.status === 'processing')
          ? 'It is credited once it has its confirmations.'
          : 'The client’s bank takes some days to pay it. It is credited then.'}
      </Notice>
    )
  if (status === 'draft')
    return (
      <Notice state="draft" fact="Only you see this draft">
        {client?.email
          ? 'Send it, and its client gets the link. From then on it is never edited.'
          : 'Its client has no e-mail address: publish it, and bring the link yourself.'}
      </Notice>
    )
  if (status === 'overdue')
    return (
      <Notice state="overdue" fact="The due day has passed">
        The client can still pay. Remind it, or write a credit note.
      </Notice>
    )
  if (status === 'sent' && viewed !== null)
    return (
      <Notice state="sent" fact="The client has looked at it">
        First on <Moment at={viewed} />.
      </Notice>
    )
  return null
}
