import { LinkButton } from '../../ui/button.tsx'
import { Moment, relativeTo } from '../../ui/moment.tsx'
import { Notice } from '../../ui/notice.tsx'
import { disputeFact, disputeHelp } from '../disputes/dispute-words.ts'
import { cardHoldReason } from './hold-reasons.ts'
import type { CardDetail } from './card-detail.ts'

/** What a person has to know first, the worst first: held money, a question of a bank, a page that nobody has paid on. */
export function CardNotice({ detail }: { readonly detail: CardDetail }) {
  const { hold_reason: hold, disputes, payment, expires_at: until } = detail
  const asked = disputes.find(({ can_respond }) => can_respond) ?? disputes.at(-1)
  if (hold !== null)
    return (
      <Notice state="held" fact="This payment is held">
        {cardHoldReason(hold)} Nothing is refunded or released until an operator has decided.
      </Notice>
    )
  if (asked)
    return (
      <Notice
        state={asked.can_respond ? 'disputed' : 'pending'}
        fact={disputeFact(asked)}
        actions={
          <LinkButton size="sm" to="/b/$business/cards/disputes/$dispute" params={{ dispute: asked.id }}>
            {asked.can_respond ? 'Answer it' : 'Open dispute'}
          </LinkButton>
        }
      >
        {disputeHelp(asked)}
      </Notice>
    )
  if (payment.status !== 'pending') return null
  return (
    <Notice state="pending" fact="Waiting for the customer">
      The page of the card processor takes the card until <Moment at={until} /> ({relativeTo(until)}).
    </Notice>
  )
}
