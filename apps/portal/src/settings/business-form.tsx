import { UpdateBusinessInput } from '@gateway/contract/businesses'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { confirmed } from '../accounts/confirmed.ts'
import { api, type Outputs, trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { type FieldOf, Fields } from '../ui/form/fields.tsx'
import { Notice } from '../ui/notice.tsx'
import { fieldErrorsOf, messageOf } from '../ui/problem.ts'
import { toast } from '../ui/toasts.tsx'
import { useWireForm } from '../ui/form/use-wire-form.ts'

type Business = Outputs['businesses']['get']['business']

interface Values {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly timeZone: string
  readonly spreadPercent: string
  readonly tolerancePercent: string
  readonly paymentWindowSeconds: string
}

const valuesOf = (business: Business): Values => ({
  id: business.id,
  name: business.name,
  description: business.description ?? '',
  timeZone: business.time_zone,
  spreadPercent: String(business.spread_percent),
  tolerancePercent: String(business.tolerance_percent),
  paymentWindowSeconds: String(business.payment_window_seconds),
})

/** What customers see, and how payments are priced and judged. A change acts on payments that are created later. */
export function BusinessForm({ business }: { readonly business: Business }) {
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (values: Values) => confirmed(() => api.businesses.update.mutate(values)),
    onSuccess: async () => {
      toast('Settings saved')
      await client.invalidateQueries({ queryKey: trpc.businesses.pathKey() })
    },
  })
  const form = useWireForm<Values>(UpdateBusinessInput, valuesOf(business), save.error)
  return (
    <form className="stack max-w-108" onSubmit={form.handleSubmit((values) => save.mutate(values))}>
      {save.error && Object.keys(fieldErrorsOf(save.error)).length === 0 && <Notice state="failed" fact={messageOf(save.error)} isAlert />}
      <Fields form={form} fields={fieldsOf(business.time_zone)} />
      <p className="hint">Changes act on payments that are created later.</p>
      <div>
        <Button look="primary" type="submit" busy={save.isPending && 'Saving…'} disabled={!form.formState.isDirty}>
          Save settings
        </Button>
      </div>
    </form>
  )
}

const fieldsOf = (zone: string): readonly FieldOf<Values>[] => [
  { name: 'name', label: 'Name', hint: 'Your customers see it on every payment page.' },
  { name: 'description', label: 'Description', isOptional: true, hint: 'For yourself.' },
  { name: 'timeZone', label: 'Time zone', options: zonesWith(zone), hint: 'Days of reports begin and end in it.' },
  {
    name: 'spreadPercent',
    label: 'Spread, percent',
    kind: 'decimal',
    hint: 'It is taken off the market rate when a payment is quoted, 0 to 5.',
  },
  {
    name: 'tolerancePercent',
    label: 'Tolerance, percent',
    kind: 'decimal',
    hint: 'So much may be missing, and the payment still counts as paid, 0 to 20.',
  },
  {
    name: 'paymentWindowSeconds',
    label: 'Payment window, seconds',
    kind: 'whole',
    hint: 'How long the rate of a payment holds, 60 to 86400.',
  },
]

const zonesWith = (zone: string): string[] => [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])]
