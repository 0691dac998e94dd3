import { useState } from 'react'
import { confirmed } from '../accounts/confirmed.ts'
import { Ask } from '../ui/ask.tsx'
import { Button } from '../ui/button.tsx'
import { Glyph } from '../ui/glyph.tsx'
import { Moment } from '../ui/moment.tsx'
import { formatAsset } from '../ui/money.ts'
import { Notice } from '../ui/notice.tsx'
import { consequenceOf, decisions } from './decision-texts.ts'
import { OfferRefund } from './offer-refund.tsx'
import type { Detail } from './payment.tsx'

type Held = Pick<Detail, 'held' | 'decisions' | 'pending_decision' | 'refunds'>
type Choice = Detail['decisions'][number]
type Pressed = Exclude<Choice['decision'], 'refund'>

/** The link of a refund, and when it ends. */
interface OfferedLink {
  readonly url: string
  readonly ends_at: string
}

/** Held money of a payment or an invoice, with what carries out each decision about it. */
export interface HeldSubject {
  readonly money: Held
  readonly calls: Readonly<Record<Pressed, () => Promise<unknown>>>
  /** Creates the link of a refund, once for each key, and e-mails it where an address is given. */
  readonly offer: (idempotencyKey: string, sendTo: string) => Promise<OfferedLink>
  /** The link can be e-mailed. */
  readonly canMail?: true
  /** What is read again afterwards. */
  readonly changes: readonly unknown[]
  /** What an acceptance is about. */
  readonly accepted?: string
}

/** Held funds, and the ways to decide about them, each with its consequence. They come before everything else. */
export function DecideHeld({ subject }: { readonly subject: HeldSubject }) {
  const { held, decisions: choices, pending_decision: pending, refunds } = subject.money
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
          <Meanwhile refunds={refunds} />
        </p>
      </div>
      <Ways choices={choices} onChoose={setChosen} />
      {chosen?.decision === 'refund' && <OfferRefund subject={subject} choice={chosen} onClose={() => setChosen(undefined)} />}
      {chosen && chosen.decision !== 'refund' && <Confirm subject={subject} choice={chosen} onClose={() => setChosen(undefined)} />}
    </div>
  )
}

interface WaysProps {
  readonly choices: readonly Choice[]
  readonly onChoose: (choice: Choice) => void
}

function Ways({ choices, onChoose }: WaysProps) {
  return (
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
          <Button look={choice.decision === 'accept' ? 'primary' : undefined} onClick={() => onChoose(choice)}>
            {decisions[choice.decision].open}
          </Button>
        </div>
      ))}
    </div>
  )
}

interface ConfirmProps {
  readonly subject: HeldSubject
  readonly choice: Choice
  readonly onClose: () => void
}

function Confirm({ subject, choice, onClose }: ConfirmProps) {
  const { asks, keep, act, busy, done } = decisions[choice.decision]
  return (
    <Ask
      {...{ keep, act, busy, done, onClose }}
      title={asks(amountOf(choice, subject))}
      consequences={choice.consequences.map(consequenceOf)}
      // A refund has a dialog of its own.
      work={() => confirmed(() => subject.calls[choice.decision as Pressed]())}
      changes={subject.changes}
    />
  )
}

/** What happens to the money while nobody decides. */
function Meanwhile({ refunds }: Pick<Held, 'refunds'>) {
  const claimed = refunds.find(({ status }) => status === 'claimed' || status === 'paying')
  if (!claimed) return 'It stays held until a decision is made.'
  if (claimed.payable_from === null) return 'The customer has named an address, and it goes back there.'
  return (
    <>
      The customer has named an address. It goes back there from <Moment at={claimed.payable_from} /> on, unless you take the refund back.
    </>
  )
}

/** What a decision is about: all that counts when a payment is accepted, and of other coins only those that would move. */
function amountOf({ decision, blockchains }: Choice, { money: { held }, accepted }: HeldSubject): string {
  if (decision === 'accept' && accepted !== undefined) return accepted
  return amountsOf(held.filter(({ blockchain }) => blockchains.includes(blockchain)))
}

const amountsOf = (held: Held['held']): string =>
  held.length === 0 ? 'the money' : held.map(({ amount, blockchain }) => formatAsset(amount, blockchain)).join(' and ')
