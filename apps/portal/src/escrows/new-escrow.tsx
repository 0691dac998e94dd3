import { fiatCodes } from '@gateway/domain/money/fiat'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { confirmed } from '../accounts/confirmed.ts'
import { useBusinessId } from '../businesses/use-business.ts'
import { api, once, type Outputs, trpc } from '../trpc.ts'
import { EntryForm } from '../ui/form/entry-form.tsx'
import type { FieldOf } from '../ui/form/fields.tsx'
import { tickerOf } from '../ui/money.ts'
import { Page } from '../ui/page.tsx'
import { useWireForm } from '../ui/form/use-wire-form.ts'
import { choicesOf, type Coins, WithCoins } from './form-fields.tsx'
import { type EscrowForm, EscrowFormInput, termsOf } from './escrow-form.ts'
import { ShownTokens } from './shown-tokens.tsx'

type Created = Outputs['escrows']['create']['escrow']
/** The form, and the names that the operation has for what was refused in it. */
type FormValues = EscrowForm & { readonly amountFiat?: string; readonly fiatCurrency?: string }

/** Creates an escrow between two parties, and shows their tokens once. */
export function NewEscrowPage() {
  const business = useBusinessId()
  const navigate = useNavigate()
  const [created, setCreated] = useState<Created>()
  const open = (escrow: string): void => void navigate({ to: '/b/$business/escrows/$escrow', params: { business, escrow } })
  return (
    <Page title="New escrow">
      <p className="max-w-108">
        The depositor pays in, and alone decides: a release pays the beneficiary, a refund returns everything. Each party acts by a token of
        its own, which you pass on.
      </p>
      <WithCoins>{(coins) => <Form coins={coins} onCreated={setCreated} />}</WithCoins>
      {created && <ShownTokens escrow={created} onDone={() => open(created.id)} />}
    </Page>
  )
}

/** Sends the form, once however often it is pressed. */
function useCreation(onCreated: (escrow: Created) => void) {
  const businessId = useBusinessId()
  const client = useQueryClient()
  const [key] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: (form: EscrowForm) => confirmed(() => api.escrows.create.mutate({ ...termsOf(form), businessId } as never, once(key))),
    onSuccess: async ({ escrow }) => {
      onCreated(escrow)
      await client.invalidateQueries({ queryKey: trpc.escrows.portal.list.queryKey() })
    },
    // The answer holds the tokens.
    gcTime: 0,
  })
}

const start = { unit: 'coin', amount: '', depositorAddress: '', beneficiaryAddress: '', expiresInHours: '24', metadata: '' } as const

function Form({ coins, onCreated }: { readonly coins: Coins; readonly onCreated: (escrow: Created) => void }) {
  const create = useCreation(onCreated)
  const form = useWireForm<FormValues>(EscrowFormInput, { ...start, chain: coins[0]?.symbol ?? '' }, create.error)
  return (
    <EntryForm
      form={form}
      fields={fieldsOf(coins, form.watch('chain'))}
      call={create}
      fact="The escrow could not be created"
      act="Create escrow"
      busy="Creating…"
    />
  )
}

const fieldsOf = (coins: Coins, chain: string): readonly FieldOf<FormValues>[] => [
  { name: 'chain', label: 'Coin', options: choicesOf(coins), hint: 'It is sent over its own network.' },
  { name: 'amount', also: 'amountFiat', label: 'Amount', kind: 'decimal' },
  {
    name: 'unit',
    also: 'fiatCurrency',
    label: 'Amount in',
    options: [['coin', tickerOf(chain)], ...fiatCodes],
    hint: 'An amount of a currency is converted at the current rate, once.',
  },
  {
    name: 'depositorAddress',
    label: 'Depositor’s address',
    kind: 'address',
    hint: 'A refund goes there, and whatever is paid in above the amount.',
  },
  {
    name: 'beneficiaryAddress',
    label: 'Beneficiary’s address',
    kind: 'address',
    hint: 'A release goes there, less the fee. Your password is asked for an address that is none of your wallets.',
  },
  {
    name: 'expiresInHours',
    label: 'Hours to pay in',
    kind: 'whole',
    hint: '1 to 720. Without the whole amount by then the escrow expires.',
  },
  {
    name: 'metadata',
    label: 'Metadata',
    isOptional: true,
    kind: 'json',
    hint: 'A JSON object, such as {"order": "A-1001"}. Only you and the parties see it.',
  },
]
