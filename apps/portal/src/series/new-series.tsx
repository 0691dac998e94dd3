import { CreateSeriesInput } from '@gateway/contract/series-inputs'
import { fiatCodes } from '@gateway/domain/money/fiat'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { confirmed } from '../accounts/confirmed.ts'
import { useSession } from '../accounts/session.ts'
import { useBusinessId } from '../businesses/use-business.ts'
import { AddressField, CoinField, type Coins, WithCoins } from '../escrows/form-fields.tsx'
import { api, once, trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { decimal } from '../ui/form/decimal-comma.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { FormRefusal, Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { toast } from '../ui/toasts.tsx'
import { useWireForm, withoutBlanks } from '../ui/form/use-wire-form.ts'
import { IntervalOptions } from './series-columns.tsx'

interface Values {
  readonly paymentMethod: 'crypto'
  readonly customerEmail: string
  readonly description: string
  readonly amount: string
  readonly currency: string
  readonly interval: string
  readonly maxPeriods: string
  readonly coin: string
  readonly depositorAddress: string
  readonly beneficiaryAddress: string
}

const SeriesForm = z.preprocess((form) => withoutBlanks(Object(form)), CreateSeriesInput)

/** Creates a series, which opens its first escrow at once. */
export function NewSeriesPage() {
  return (
    <Page title="New series">
      <p className="max-w-108">
        The first escrow is opened at once, the others at every interval. The customer gets the link to each one by e-mail, and alone
        releases or refunds it.
      </p>
      <Unconfirmed />
      <WithCoins>{(coins) => <Form coins={coins} />}</WithCoins>
    </Page>
  )
}

/** Without a confirmed address the customer would wait for a link in vain. */
function Unconfirmed() {
  const { merchant } = useSession()
  if (merchant.email_verified) return null
  return (
    <Notice state="held" fact="Your e-mail address is not confirmed yet" actions={<Link to="/account">Account</Link>}>
      Customers get no e-mails from you until it is, and the link to an escrow is sent only once.
    </Notice>
  )
}

/** Sends the form, once however often it is pressed, and opens the new series. */
function useCreation() {
  const businessId = useBusinessId()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [key] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: (values: Values) =>
      confirmed(() => api.series.create.mutate({ ...withoutBlanks({ ...values }), businessId } as never, once(key))),
    onSuccess: async ({ series }) => {
      toast('The series is created.')
      await client.invalidateQueries({ queryKey: trpc.series.pathKey() })
      await navigate({ to: '/b/$business/series/$series', params: { business: businessId, series: series.id } })
    },
  })
}

const start = {
  paymentMethod: 'crypto',
  customerEmail: '',
  description: '',
  amount: '',
  currency: 'USD',
  interval: 'monthly',
  maxPeriods: '',
  depositorAddress: '',
  beneficiaryAddress: '',
} as const

function Form({ coins }: { readonly coins: Coins }) {
  const create = useCreation()
  const form = useWireForm<Values>(SeriesForm, { ...start, coin: coins[0]?.symbol ?? '' }, create.error)
  return (
    <form className="stack max-w-108" onSubmit={form.handleSubmit((values) => create.mutate(values))}>
      <FormRefusal fact="The series could not be created" error={create.error} />
      <CustomerFields form={form} />
      <AmountFields form={form} />
      <PlaceFields form={form} coins={coins} />
      <div>
        <Button look="primary" type="submit" busy={create.isPending && 'Creating…'}>
          Create series
        </Button>
      </div>
    </form>
  )
}

interface FieldsProps {
  readonly form: UseFormReturn<Values>
}

/** Who pays, and for what. */
function CustomerFields({ form: { register, formState } }: FieldsProps) {
  const { errors } = formState
  return (
    <>
      <TextField
        label="Customer’s e-mail"
        type="email"
        autoComplete="off"
        error={errors.customerEmail?.message}
        {...register('customerEmail')}
      />
      <TextField
        label="Description"
        isOptional
        hint="The customer reads it in e-mails."
        error={errors.description?.message}
        {...register('description')}
      />
    </>
  )
}

/** How much, how often, and how many times. */
function AmountFields({ form: { register, formState } }: FieldsProps) {
  const { errors } = formState
  return (
    <>
      <TextField label="Amount" inputMode="decimal" className="num" error={errors.amount?.message} {...register('amount', decimal)} />
      <SelectField label="Currency" error={errors.currency?.message} {...register('currency')}>
        {fiatCodes.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </SelectField>
      <SelectField label="Interval" error={errors.interval?.message} {...register('interval')}>
        <IntervalOptions />
      </SelectField>
      <TextField
        label="Number of escrows"
        isOptional
        inputMode="numeric"
        className="num"
        hint="The series ends after so many. Left empty, it goes on until you cancel it."
        error={errors.maxPeriods?.message}
        {...register('maxPeriods')}
      />
    </>
  )
}

/** In which coin the customer pays, and where money goes. */
function PlaceFields({ form: { register, formState }, coins }: FieldsProps & { readonly coins: Coins }) {
  const { errors } = formState
  return (
    <>
      <CoinField
        coins={coins}
        hint="The customer pays in this coin, over its network."
        error={errors.coin?.message}
        {...register('coin')}
      />
      <AddressField
        label="Customer’s address"
        isOptional
        hint="A refund goes there. Left empty, the customer names one with each escrow; on Ethereum and Polygon before it can be paid."
        error={errors.depositorAddress?.message}
        {...register('depositorAddress')}
      />
      <AddressField
        label="Your address"
        hint="A release goes there, less the fee. Your password is asked for an address that is none of your wallets."
        error={errors.beneficiaryAddress?.message}
        {...register('beneficiaryAddress')}
      />
    </>
  )
}
