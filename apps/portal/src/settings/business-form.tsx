import { UpdateBusinessInput } from '@gateway/contract/businesses'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { confirmed } from '../accounts/confirmed.ts'
import { api, type Outputs, trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { decimal } from '../ui/form/decimal-comma.ts'
import { SelectField, TextField } from '../ui/field.tsx'
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
  const { register, handleSubmit, formState } = useWireForm<Values>(UpdateBusinessInput, valuesOf(business), save.error)
  const { errors, isDirty } = formState
  return (
    <form className="stack max-w-108" onSubmit={handleSubmit((values) => save.mutate(values))}>
      {save.error && Object.keys(fieldErrorsOf(save.error)).length === 0 && <Notice state="failed" fact={messageOf(save.error)} isAlert />}
      <TextField label="Name" hint="Your customers see it on every payment page." error={errors.name?.message} {...register('name')} />
      <TextField label="Description" isOptional hint="For yourself." error={errors.description?.message} {...register('description')} />
      <SelectField label="Time zone" hint="Days of reports begin and end in it." error={errors.timeZone?.message} {...register('timeZone')}>
        {zonesWith(business.time_zone).map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </SelectField>
      <TextField
        label="Spread, percent"
        inputMode="decimal"
        className="num"
        hint="It is taken off the market rate when a payment is quoted, 0 to 5."
        error={errors.spreadPercent?.message}
        {...register('spreadPercent', decimal)}
      />
      <TextField
        label="Tolerance, percent"
        inputMode="decimal"
        className="num"
        hint="So much may be missing, and the payment still counts as paid, 0 to 20."
        error={errors.tolerancePercent?.message}
        {...register('tolerancePercent', decimal)}
      />
      <TextField
        label="Payment window, seconds"
        inputMode="numeric"
        className="num"
        hint="How long the rate of a payment holds, 60 to 86400."
        error={errors.paymentWindowSeconds?.message}
        {...register('paymentWindowSeconds')}
      />
      <p className="hint">Changes act on payments that are created later.</p>
      <div>
        <Button look="primary" type="submit" busy={save.isPending && 'Saving…'} disabled={!isDirty}>
          Save settings
        </Button>
      </div>
    </form>
  )
}

const zonesWith = (zone: string): string[] => [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])]
