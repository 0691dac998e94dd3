import { fiatCodes } from '@gateway/domain/money/fiat'
import { languageTags } from '@gateway/domain/kernel/language'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useBusinessId } from '../../businesses/use-business.ts'
import { trpc } from '../../trpc.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/field.tsx'
import { type FieldOf, Fields } from '../../ui/form/fields.tsx'
import { assetName } from '../../ui/money.ts'
import { FormRefusal } from '../../ui/notice.tsx'
import { Section } from '../../ui/page.tsx'
import { languageName } from '../language-name.ts'
import { ClientChoice } from './client-choice.tsx'
import type { InvoiceValues } from './invoice-values.ts'
import { type InvoiceFormOf, LineFields } from './line-fields.tsx'

interface InvoiceFormProps {
  readonly form: InvoiceFormOf
  /** The call that sends the form. */
  readonly call: { readonly error: unknown; readonly isPending: boolean; readonly mutate: (values: InvoiceValues) => void }
  readonly fact: string
  readonly act: string
}

/** Everything that a draft says: whom it is for, how it is paid, its lines, its days and its texts. */
export function InvoiceForm({ form, call, fact, act }: InvoiceFormProps) {
  const coins = useCoins()
  return (
    <form className="stack stack--wide" onSubmit={form.handleSubmit((values) => call.mutate(values))}>
      <FormRefusal fact={fact} error={call.error} />
      <div className="form-pair">
        <ClientChoice form={form} />
        <Fields form={form} fields={paidBy(withChosen(coins, form.formState.defaultValues?.cryptoCurrency))} />
      </div>
      <LineFields form={form} />
      <Section title="Days">
        <div className="form-pair">
          <Fields form={form} fields={days} />
        </div>
      </Section>
      <Section title="Texts">
        <div className="form-pair">
          <Fields form={form} fields={texts} />
        </div>
        <Fields form={form} fields={[{ name: 'notes', label: 'Notes', kind: 'lines', isOptional: true, hint: 'The client reads them.' }]} />
        <CheckField {...form.register('reminders')}>Remind the client by e-mail before, on and after the due day</CheckField>
      </Section>
      <div>
        <Button look="primary" type="submit" busy={call.isPending && 'Saving…'}>
          {act}
        </Button>
      </div>
    </form>
  )
}

/** The coins that the business has a wallet for. */
export function useCoins(): readonly (readonly [symbol: string, name: string])[] {
  const businessId = useBusinessId()
  const { data } = useSuspenseQuery(trpc.payments.tokens.queryOptions({ businessId, activeOnly: true }))
  return data.tokens.filter(({ has_wallet }) => has_wallet).map(({ symbol, name }) => [symbol, name] as const)
}

/** A draft keeps its coin although its wallet is gone; it is refused when it is sent. */
const withChosen = (coins: ReturnType<typeof useCoins>, chosen = ''): ReturnType<typeof useCoins> =>
  chosen === '' || coins.some(([symbol]) => symbol === chosen) ? coins : [...coins, [chosen, assetName(chosen)]]

const paidBy = (coins: ReturnType<typeof useCoins>): readonly FieldOf<InvoiceValues>[] => [
  { name: 'currency', label: 'Currency', options: fiatCodes },
  {
    name: 'cryptoCurrency',
    label: 'Coin',
    options: [['', 'None: cards alone'], ...coins],
    hint: 'It is payable in this coin, and by card where your account takes cards.',
  },
]

const days: readonly FieldOf<InvoiceValues>[] = [
  { name: 'dueDate', label: 'Due day', kind: 'date', isOptional: true, hint: 'From the next day on it is overdue.' },
  { name: 'issueDate', label: 'Issue day', kind: 'date', isOptional: true, hint: 'Left empty, it is the day on which it is sent.' },
  { name: 'serviceDate', label: 'Delivery day', kind: 'date', isOptional: true },
]

const texts: readonly FieldOf<InvoiceValues>[] = [
  {
    name: 'language',
    label: 'Language',
    options: [['', 'That of the client'], ...languageTags.map((tag) => [tag, languageName(tag)] as const)],
  },
  { name: 'buyerReference', label: 'Reference of the client', isOptional: true, hint: 'Such as the number of its order.' },
  { name: 'taxExemptionReason', label: 'Reason for no tax', isOptional: true, hint: 'Lines of category E need it.' },
]
