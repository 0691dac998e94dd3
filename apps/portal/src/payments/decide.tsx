import { useState } from 'react'
import { confirmed } from '../accounts/confirmed.ts'
import { api, trpc } from '../trpc.ts'
import { Ask } from '../ui/ask.tsx'
import { Button } from '../ui/button.tsx'
import { Glyph } from '../ui/glyph.tsx'
import { Moment } from '../ui/moment.tsx'
import { formatAsset } from '../ui/money.ts'
import { Notice } from '../ui/notice.tsx'
import { consequenceOf, decisions } from './decision-texts.ts'
import { OfferRefund } from './offer-refund.tsx'
import type { Detail } from './payment.tsx'

type Choice = Detail['decisions'][number]

/** Held funds, and the ways to decide about them, each with its consequence. They come before everything else. */
export function Decide({ detail }: { readonly detail: Detail }) {
  const { held, decisions: choices, pending_decision: pending } = detail
  const [chosen, setChosen] = useState<Choice>()
  if (pending)
    return (
      <Notice state="pending" fact={`Your decision is being carried out: ${decisions[pending.decision].title.toLowerCase()}`}>
        It takes a few seconds.
      </Notice>
    )
  if (choices.length === 0) return null
  return (
    <div className="decide">
      <h2 className="sr-only">Your decision</h2>
      <div className="decide__head">
        <Glyph state="held" />
        <p>
          <strong>{held.length === 0 ? 'A refund is open.' : `${amountsOf(held)} ${held.length === 1 ? 'is' : 'are'} held.`}</strong>
          <br />
          <Meanwhile refunds={detail.refunds} />
        </p>
      </div>
      <div className="decide__ways">
        {choices.map((choice) => (
          <div key={choice.decision}>
            <div className="stack stack--tight">
              <h3>{decisions[choice.decision].title}</h3>
              <ul>
                {choice.consequences.map((consequence) => (
                  <li key={consequence}>{consequenceOf(consequence)[1]}</li>
                ))}
              </ul>
            </div>
            <Button look={choice.decision === 'accept' ? 'primary' : undefined} onClick={() => setChosen(choice)}>
              {decisions[choice.decision].open}
            </Button>
          </div>
        ))}
      </div>
      {chosen?.decision === 'refund' && <OfferRefund detail={detail} choice={chosen} onClose={() => setChosen(undefined)} />}
      {chosen && chosen.decision !== 'refund' && <Confirm detail={detail} choice={chosen} onClose={() => setChosen(undefined)} />}
    </div>
  )
}

interface ConfirmProps {
  readonly detail: Detail
  readonly choice: Choice
  readonly onClose: () => void
}

function Confirm({ detail: { payment, held }, choice, onClose }: ConfirmProps) {
  const { asks, keep, act, busy, done } = decisions[choice.decision]
  return (
    <Ask
      {...{ keep, act, busy, done, onClose }}
      title={asks(amountOf(choice, { payment, held }))}
      consequences={choice.consequences.map(consequenceOf)}
      work={() => confirmed(() => calls[choice.decision as keyof typeof calls](payment))}
      changes={trpc.payments.pathKey()}
    />
  )
}

/** What happens to the money while nobody decides. */
function Meanwhile({ refunds }: Pick<Detail, 'refunds'>) {
  const claimed = refunds.find(({ status }) => status === 'claimed' || status === 'paying')
  if (!claimed) return 'It stays held until a decision is made.'
  if (claimed.payable_from === null) return 'The customer has named an address, and it goes back there.'
  return (
    <>
      The customer has named an address. It goes back there from <Moment at={claimed.payable_from} /> on, unless you take the refund back.
    </>
  )
}

/** What a decision is about: all that counts when the payment is accepted, and of other coins only those that would move. */
function amountOf({ decision, blockchains }: Choice, { payment, held }: Pick<Detail, 'payment' | 'held'>): string {
  if (decision === 'accept') return formatAsset(payment.amount_received, payment.blockchain)
  return amountsOf(held.filter(({ blockchain }) => blockchains.includes(blockchain)))
}

const amountsOf = (held: Detail['held']): string =>
  held.length === 0 ? 'the money' : held.map(({ amount, blockchain }) => formatAsset(amount, blockchain)).join(' and ')

const calls = {
  accept: ({ id, amount_received }: Detail['payment']): Promise<unknown> =>
    api.payments.portal.accept.mutate({ id, amountReceived: amount_received }),
  forward: ({ id }: Detail['payment']): Promise<unknown> => api.payments.portal.forward.mutate({ id }),
  withdraw_refund: ({ id }: Detail['payment']): Promise<unknown> => api.payments.portal.withdrawRefund.mutate({ id }),
} as const
