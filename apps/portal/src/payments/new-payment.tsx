import { CreatePaymentInput } from '@gateway/contract/payment-inputs'
import { fiatCodes } from '@gateway/domain/money/fiat'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useBusinessId } from '../businesses/use-business.ts'
import { api, trpc } from '../trpc.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { decimal } from '../ui/form/decimal-comma.ts'
import { Empty } from '../ui/empty.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { FormRefusal } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { blankIsAbsent, useWireForm } from '../ui/form/use-wire-form.ts'

interface Values {
  readonly amount: string
  readonly currency: string
  readonly blockchain: string
  readonly description?: string
}

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
  // One key for this form: a repeated press creates one payment.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const create = useMutation({
    mutationFn: (values: Values) => api.payments.create.mutate({ ...values, businessId, idempotencyKey } as never),
    onSuccess: ({ payment }) => navigate({ to: '/b/$business/payments/$payment', params: { business: businessId, payment: payment.id } }),
  })
  const start = { amount: '', currency: 'USD', blockchain: coins[0].symbol }
  const { register, handleSubmit, formState } = useWireForm<Values>(CreatePaymentInput, start, create.error)
  const { errors } = formState
  return (
    <form className="stack max-w-108" onSubmit={handleSubmit((values) => create.mutate(values))}>
      <FormRefusal fact="The payment could not be created" error={create.error} />
      <TextField
        label="Amount"
        inputMode="decimal"
        autoFocus
        className="num"
        error={errors.amount?.message}
        {...register('amount', decimal)}
      />
      <SelectField label="Currency" error={errors.currency?.message} {...register('currency')}>
        {fiatCodes.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </SelectField>
      <SelectField
        label="Coin"
        hint="The customer pays in this coin, over its network."
        error={errors.blockchain?.message}
        {...register('blockchain')}
      >
        {coins.map(({ symbol, name }) => (
          <option key={symbol} value={symbol}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Description"
        isOptional
        hint="The customer reads it on the payment page."
        error={errors.description?.message}
        {...register('description', blankIsAbsent)}
      />
      <div>
        <Button look="primary" type="submit" busy={create.isPending && 'Creating…'}>
          Create payment
        </Button>
      </div>
    </form>
  )
}
