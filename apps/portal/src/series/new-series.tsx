import { CreateSeriesInput } from '@gateway/contract/series-inputs'
import { fiatCodes } from '@gateway/domain/money/fiat'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { confirmed } from '../accounts/confirmed.ts'
import { useSession } from '../accounts/session.ts'
import { useBusinessId } from '../businesses/use-business.ts'
import { choicesOf, type Coins, WithCoins } from '../escrows/form-fields.tsx'
import { api, once, trpc } from '../trpc.ts'
import { EntryForm } from '../ui/form/entry-form.tsx'
import type { FieldOf } from '../ui/form/fields.tsx'
import { filledIn, useWireForm, withoutBlanks } from '../ui/form/use-wire-form.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { toast } from '../ui/toasts.tsx'
import { intervalWords } from './series-columns.tsx'

const start = {
  paymentMethod: 'crypto',
  customerEmail: '',
  description: '',
  amount: '',
  currency: 'USD',
  interval: 'monthly',
  maxPeriods: '',
  coin: '',
  depositorAddress: '',
  beneficiaryAddress: '',
}
type Values = typeof start

const SeriesForm = filledIn(CreateSeriesInput)

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

function Form({ coins }: { readonly coins: Coins }) {
  const create = useCreation()
  const form = useWireForm<Values>(SeriesForm, { ...start, coin: coins[0]?.symbol ?? '' }, create.error)
  return (
    <EntryForm
      form={form}
      fields={fieldsOf(coins)}
      call={create}
      fact="The series could not be created"
      act="Create series"
      busy="Creating…"
    />
  )
}

const fieldsOf = (coins: Coins): readonly FieldOf<Values>[] => [
  { name: 'customerEmail', label: 'Customer’s e-mail', kind: 'email' },
  { name: 'description', label: 'Description', isOptional: true, hint: 'The customer reads it in e-mails.' },
  { name: 'amount', label: 'Amount', kind: 'decimal' },
  { name: 'currency', label: 'Currency', options: fiatCodes },
  { name: 'interval', label: 'Interval', options: Object.entries(intervalWords) },
  {
    name: 'maxPeriods',
    label: 'Number of escrows',
    isOptional: true,
    kind: 'whole',
    hint: 'The series ends after so many. Left empty, it goes on until you cancel it.',
  },
  { name: 'coin', label: 'Coin', options: choicesOf(coins), hint: 'The customer pays in this coin, over its network.' },
  {
    name: 'depositorAddress',
    label: 'Customer’s address',
    isOptional: true,
    kind: 'address',
    hint: 'A refund goes there. Left empty, the customer names one with each escrow; on Ethereum and Polygon before it can be paid.',
  },
  {
    name: 'beneficiaryAddress',
    label: 'Your address',
    kind: 'address',
    hint: 'A release goes there, less the fee. Your password is asked for an address that is none of your wallets.',
  },
]
