import type { ReactNode } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { SelectField, TextAreaField, TextField } from '../field.tsx'
import { decimal } from './decimal-comma.ts'

const kinds = {
  text: {},
  email: { type: 'email', autoComplete: 'off' },
  decimal: { inputMode: 'decimal', className: 'num' },
  whole: { inputMode: 'numeric', className: 'num' },
  /** A day of the calendar, `2026-10-31`. */
  date: { type: 'date', className: 'num' },
  /** No browser completes or corrects it. */
  address: { autoComplete: 'off', spellCheck: false, className: 'mono' },
} as const

/** A field of a form. */
export interface FieldOf<Values extends FieldValues> {
  readonly name: Path<Values>
  readonly label: string
  readonly hint?: string
  readonly isOptional?: boolean
  /** A line of `text` by default; `json` and `lines` have several. */
  readonly kind?: keyof typeof kinds | 'json' | 'lines'
  /** It is one of these values instead, each with its words where they differ. */
  readonly options?: readonly (string | readonly [value: string, words: string])[]
  /** Another name under which the operation refuses it. */
  readonly also?: Path<Values>
  readonly autoFocus?: boolean
}

interface FieldsProps<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>
  readonly fields: readonly FieldOf<Values>[]
}

/**
 * The fields of a form, each with what is wrong with it below it:
 * `<Fields form={form} fields={[{ name: 'text', label: 'Text', hint: 'Your customers read it.' }]} />`.
 */
export const Fields = <Values extends FieldValues>({ form, fields }: FieldsProps<Values>): ReactNode =>
  fields.map((field) => <One key={field.name} form={form} field={field} />)

function One<Values extends FieldValues>({ form, field }: { readonly form: UseFormReturn<Values>; readonly field: FieldOf<Values> }) {
  const { name, also, options, kind = 'text', ...labels } = field
  const faultOf = (of: Path<Values>) => form.getFieldState(of, form.formState).error?.message
  const told = { ...labels, error: faultOf(name) ?? (also && faultOf(also)) }
  if (options)
    return (
      <SelectField {...told} {...form.register(name)}>
        {options.map((option) => {
          const [value, words] = typeof option === 'string' ? [option, option] : option
          return (
            <option key={value} value={value}>
              {words}
            </option>
          )
        })}
      </SelectField>
    )
  if (kind === 'lines') return <TextAreaField {...told} {...form.register(name)} />
  if (kind === 'json') return <TextAreaField {...told} className="mono" spellCheck={false} {...form.register(name)} />
  return <TextField {...told} {...kinds[kind]} {...form.register(name, kind === 'decimal' ? decimal : {})} />
}
