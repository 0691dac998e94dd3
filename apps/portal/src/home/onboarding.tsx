import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSession } from '../accounts/session.ts'
import { useBusinessId } from '../businesses/use-business.ts'
import { trpc } from '../trpc.ts'
import { LinkButton } from '../ui/button.tsx'
import { Glyph } from '../ui/glyph.tsx'
import { Section } from '../ui/page.tsx'

interface Step {
  readonly fact: string
  readonly help: string
  readonly isDone: boolean
  readonly way: ReactNode
}

/** The first steps of a business, until its first payment is paid; then it is gone. */
export function Onboarding() {
  const id = useBusinessId()
  const { second_factor: hasFactor } = useSession()
  const { data } = useQuery(trpc.businesses.portal.onboarding.queryOptions({ id }))
  if (!data || data.payment_paid) return null
  const missing = data.wallets.filter(({ set }) => !set).map(({ chain }) => chain)
  const way = (to: Parameters<typeof LinkButton>[0]['to'], word: string): ReactNode => (
    <LinkButton size="sm" to={to}>
      {word}
    </LinkButton>
  )
  const steps: Step[] = [
    { fact: 'Open a business', help: 'It has its own wallets, keys and payments.', isDone: true, way: null },
    {
      fact: 'Protect your account with a passkey',
      help: 'It signs in with your fingerprint or a security key.',
      isDone: hasFactor,
      way: way('/account', 'Add a passkey'),
    },
    {
      fact: 'Name a wallet',
      help: missing.length === 0 ? 'Every coin has one.' : `Without one: ${missing.join(', ')}.`,
      isDone: missing.length < data.wallets.length,
      way: way('/b/$business/settings/wallets', 'Add a wallet'),
    },
    {
      fact: 'Set a webhook address',
      help:
        data.webhook_set && !data.webhook_answered
          ? 'It is set; send a test event to see it answer.'
          : 'Your server is told of every payment.',
      isDone: data.webhook_answered,
      way: way('/b/$business/webhooks', data.webhook_set ? 'Send a test' : 'Set an address'),
    },
    {
      fact: 'Make a first payment',
      help: 'Create one here, and pay a small amount yourself.',
      isDone: data.payment_paid,
      way: way('/b/$business/payments/new', 'New payment'),
    },
  ]
  return (
    <Section
      title="First steps"
      aside={<span className="hint push">{`${steps.filter(({ isDone }) => isDone).length} of ${steps.length} done`}</span>}
    >
      <ol className="card todo">
        {steps.map(({ fact, help, isDone, way: forward }) => (
          <li key={fact}>
            <Glyph state={isDone ? 'forwarded' : 'pending'} />
            <span>
              <b>{fact}</b>
              <span className="hint">{help}</span>
              <span className="sr-only">{isDone ? 'Done' : 'Not done yet'}</span>
            </span>
            <span />
            {!isDone && forward}
          </li>
        ))}
      </ol>
    </Section>
  )
}
