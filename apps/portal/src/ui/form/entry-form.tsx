import type { FieldValues } from 'react-hook-form'
import { Button } from '../button.tsx'
import { FormRefusal } from '../notice.tsx'
import { type FieldOf, Fields } from './fields.tsx'
import type { useWireForm } from './use-wire-form.ts'

interface EntryFormProps<Values extends FieldValues> {
  readonly form: ReturnType<typeof useWireForm<Values>>
  readonly fields: readonly FieldOf<Values>[]
  /** The call that sends the form. */
  readonly call: { readonly error: unknown; readonly isPending: boolean; readonly mutate: (values: Values) => void }
  /** What a refusal means, such as "The series could not be created". */
  readonly fact: string
  /** The verb and its object, such as "Create series". */
  readonly act: string
  readonly busy: string
}

/** A form that fills a page: why it was refused, its fields, and the button that sends it. */
export function EntryForm<Values extends FieldValues>({ form, fields, call, fact, act, busy }: EntryFormProps<Values>) {
  return (
    <form className="stack max-w-108" onSubmit={form.handleSubmit((values) => call.mutate(values))}>
      <FormRefusal fact={fact} error={call.error} />
      <Fields form={form} fields={fields} />
      <div>
        <Button look="primary" type="submit" busy={call.isPending && busy}>
          {act}
        </Button>
      </div>
    </form>
  )
}
