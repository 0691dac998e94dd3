import type { ReactNode } from 'react'
import { LinkButton } from '../../ui/button.tsx'
import { Moment, relativeTo } from '../../ui/moment.tsx'
import { Notice } from '../../ui/notice.tsx'
import { formatMinor } from '../card-money.ts'
import { disputeFact, disputeHelp } from '../disputes/dispute-words.ts'
import { cardHoldReason } from '../payments/hold-reasons.ts'
import type { CardDetail } from '../payments/card-detail.ts'

type Escrow = NonNullable<CardDetail['escrow']>

interface NoticeProps {
  readonly detail: CardDetail
  readonly escrow: Escrow
}

/** What is true of the escrow now, and what follows. */
export function EscrowNotice({ detail, escrow }: NoticeProps) {
  const asked = detail.disputes.find(({ can_respond }) => can_respond)
  if (detail.hold_reason !== null)
    return (
      <Notice state="held" fact="This escrow is held">
        {cardHoldReason(detail.hold_reason)} Nothing is refunded or released until an operator has decided.
      </Notice>
    )
  if (asked)
    return (
      <Notice
        state="disputed"
        fact={disputeFact(asked)}
        actions={
          <LinkButton size="sm" to="/b/$business/cards/disputes/$dispute" params={{ dispute: asked.id }}>
            Answer it
          </LinkButton>
        }
      >
        {disputeHelp(asked)}
      </Notice>
    )
  const { fact, help } = told[escrow.status]({ detail, escrow })
  return (
    <Notice state={escrow.status} fact={fact}>
      {help}
    </Notice>
  )
}

interface Told {
  readonly fact: string
  readonly help: ReactNode
}

const held = ({ escrow: { refund_at: until } }: NoticeProps): Told => ({
  fact: 'The money is held',
  help:
    until === null ? (
      'Release it once you have delivered, or refund it.'
    ) : (
      <>
        Release it once you have delivered, or refund it. What is left is refunded by itself on <Moment at={until} /> ({relativeTo(until)}
        ), and cannot be released then.
      </>
    ),
})

const told: Readonly<Record<Escrow['status'], (props: NoticeProps) => Told>> = {
  created: () => ({ fact: 'Waiting for the customer', help: 'Nothing is held before the card is charged.' }),
  funded: held,
  partially_refunded: (props) =>
    props.escrow.released_at === null
      ? held(props)
      : { fact: 'Released, then refunded in part', help: 'The refunded part was taken back from you.' },
  released: ({ escrow }) => ({
    fact: `${formatMinor(escrow.amount_transferred, escrow.currency)} is released to you`,
    help:
      escrow.transfer_id === escrow.id
        ? 'The card processor has not answered yet. The transfer is made once.'
        : 'It is on your account at the card processor, which pays it out to your bank.',
  }),
  refunded: () => ({ fact: 'Everything is refunded', help: 'Nothing is held any more.' }),
  disputed: () => ({ fact: 'The bank of the cardholder decides', help: 'Until then nothing can be released or refunded.' }),
  expired: () => ({ fact: 'The customer has not paid', help: 'The page of the card processor is closed. Create another payment.' }),
}
