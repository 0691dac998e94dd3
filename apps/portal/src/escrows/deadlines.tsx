import { Glyph } from '../ui/glyph.tsx'
import { Moment, relativeTo } from '../ui/moment.tsx'
import { Section } from '../ui/page.tsx'
import type { State } from '../ui/states.ts'
import type { Detail } from './escrow.tsx'

type Kind = Detail['deadlines'][number]['kind']

interface Words {
  readonly state: State
  readonly what: string
  readonly more: string
}

const words: Readonly<Record<Kind, Words>> = {
  deposit_due: { state: 'pending', what: 'Deposit due', more: 'Without the whole amount the escrow expires, and what was sent goes back.' },
  expiry: { state: 'pending', what: 'Expires', more: 'The parties can still decide after that.' },
  automatic_refund: { state: 'refunded', what: 'Automatic refund', more: 'Unless it is released or disputed before.' },
  decision_due: { state: 'disputed', what: 'Decision due', more: 'Without one, the depositor is refunded.' },
}

/** What the clock does, and when; nothing once it does nothing any more. */
export function Deadlines({ detail: { deadlines } }: { readonly detail: Detail }) {
  if (deadlines.length === 0) return null
  return (
    <Section title="Deadlines" aside={<span className="hint push">Your time; hover for UTC</span>}>
      <ol className="timeline">
        {deadlines.map(({ kind, at }) => (
          <li key={kind}>
            <Glyph state={words[kind].state} />
            <span className="timeline__what">{words[kind].what}</span>
            <Moment at={at} />
            <span className="timeline__more">
              {words[kind].more} ({relativeTo(at)})
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
