import { CreatePaymentInput } from '@gateway/contract/payment-inputs'
import { fiatCodes } from '@gateway/domain/money/fiat'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useBusinessId } from '../businesses/use-business.ts'
import { api, trpc } from '../trpc.ts'
import { LinkButton } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { EntryForm } from '../ui/form/entry-form.tsx'
import { filledIn, useWireForm, withoutBlanks } from '../ui/form/use-wire-form.ts'
import { Page } from '../ui/page.tsx'

const PaymentForm = filledIn(CreatePaymentInput)

/** Creates a payment, for a link that is sent by hand; shops create theirs over the API. */
export function NewPaymentPage() {
  const businessId = useBusinessId()
  const { data } = useSuspenseQuery(trpc.payments.tokens.queryOptions({ businessId, activeOnly: true }))
  const [first, ...others] = data.tokens.filter(({ has_wallet }) => has_wallet)
  return (
    <Page title="New payment">
      {first === undefined ? (
        <Empty
          title="No wallet yet"
          actions={
            <LinkButton look="primary" to="/b/$business/settings/wallets">
              Add a wallet
            </LinkButton>
          }
        >
          A payment is forwarded to your own wallet. Name one first.
        </Empty>
      ) : (
        <Form businessId={businessId} coins={[first, ...others]} />
      )}
    </Page>
  )
}

interface Coin {
  readonly symbol: string
  readonly name: string
}

function Form({ businessId, coins }: { readonly businessId: string; readonly coins: readonly [Coin, ...Coin[]] }) {
  const navigate = useNavigate()
  const start = { amount: '', currency: 'USD', blockchain: coins[0].symbol, description: '' }
  // One key for this form: a repeated press creates one payment.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const create = useMutation({
    mutationFn: (values: typeof start) => api.payments.create.mutate({ ...withoutBlanks(values), businessId, idempotencyKey } as never),
    onSuccess: ({ payment }) => navigate({ to: '/b/$business/payments/$payment', params: { business: businessId, payment: payment.id } }),
  })
  const form = useWireForm(PaymentForm, start, create.error)
  const fields = [
    { name: 'amount', label: 'Amount', kind: 'decimal', autoFocus: true },
    { name: 'currency', label: 'Currency', options: fiatCodes },
    {
      name: 'blockchain',
      label: 'Coin',
      options: coins.map(({ symbol, name }) => [symbol, name] as const),
      hint: 'The customer pays in this coin, over its network.',
    },
    { name: 'description', label: 'Description', isOptional: true, hint: 'The customer reads it on the payment page.' },
  ] as const
  return (
    <EntryForm form={form} fields={fields} call={create} fact="The payment could not be created" act="Create payment" busy="Creating…" />
  )
}
