import { fiatCodes } from '@gateway/domain/money/fiat'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { confirmed } from '../accounts/confirmed.ts'
import { useBusinessId } from '../businesses/use-business.ts'
import { api, once, type Outputs, trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '../ui/field.tsx'
import { tickerOf } from '../ui/money.ts'
import { FormRefusal } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useWireForm } from '../ui/form/use-wire-form.ts'
import { AddressField, CoinField, type Coins, WithCoins } from './form-fields.tsx'
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
    <form className="stack max-w-108" onSubmit={form.handleSubmit((values) => create.mutate(values))}>
      <FormRefusal fact="The escrow could not be created" error={create.error} />
      <AmountFields form={form} coins={coins} />
      <TermFields form={form} />
      <div>
        <Button look="primary" type="submit" busy={create.isPending && 'Creating…'}>
          Create escrow
        </Button>
      </div>
    </form>
  )
}

interface FieldsProps {
  readonly form: UseFormReturn<FormValues>
}

/** The coin, the amount, and whether that is one of the coin or of a fiat currency. */
function AmountFields({ form: { register, watch, formState }, coins }: FieldsProps & { readonly coins: Coins }) {
  const { errors } = formState
  return (
    <>
      <CoinField coins={coins} hint="It is sent over its own network." error={errors.chain?.message} {...register('chain')} />
      <TextField
        label="Amount"
        inputMode="decimal"
        className="num"
        error={errors.amount?.message ?? errors.amountFiat?.message}
        {...register('amount')}
      />
      <SelectField
        label="Amount in"
        hint="An amount of a currency is converted at the current rate, once."
        error={errors.fiatCurrency?.message}
        {...register('unit')}
      >
        <option value="coin">{tickerOf(watch('chain'))}</option>
        {fiatCodes.map((code) => (
          <option key={code} value={code}>
            {code}
          </option>
        ))}
      </SelectField>
    </>
  )
}

/** The parties, how long the escrow waits, and what the merchant attaches to it. */
function TermFields({ form: { register, formState } }: FieldsProps) {
  const { errors } = formState
  return (
    <>
      <AddressField
        label="Depositor’s address"
        hint="A refund goes there, and whatever is paid in above the amount."
        error={errors.depositorAddress?.message}
        {...register('depositorAddress')}
      />
      <AddressField
        label="Beneficiary’s address"
        hint="A release goes there, less the fee. Your password is asked for an address that is none of your wallets."
        error={errors.beneficiaryAddress?.message}
        {...register('beneficiaryAddress')}
      />
      <TextField
        label="Hours to pay in"
        inputMode="numeric"
        className="num"
        hint="1 to 720. Without the whole amount by then the escrow expires."
        error={errors.expiresInHours?.message}
        {...register('expiresInHours')}
      />
      <TextAreaField
        label="Metadata"
        isOptional
        hint={'A JSON object, such as {"order": "A-1001"}. Only you and the parties see it.'}
        className="mono"
        spellCheck={false}
        error={errors.metadata?.message}
        {...register('metadata')}
      />
    </>
  )
}
