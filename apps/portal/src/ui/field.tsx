import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Glyph } from './glyph.tsx'
import { capital } from './text/capital.ts'

interface FieldProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** The fault and its remedy; it takes the place of the hint. */
  readonly error?: string | undefined
  /** A fact that was checked and is right. */
  readonly ok?: string | undefined
  readonly isOptional?: boolean
}

interface Described {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

/** A label above, a control, and a hint, a success or an error below, tied to the control. */
function Field({ label, hint, error, ok, isOptional, children }: FieldProps & { readonly children: (described: Described) => ReactNode }) {
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = Boolean(error ?? ok ?? hint)
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {isOptional && <span className="optional">(optional)</span>}
      </label>
      {children({ id, 'aria-describedby': hasNote ? noteId : undefined, 'aria-invalid': error ? true : undefined })}
      {hasNote && <Note id={noteId} error={error} ok={ok} hint={hint} />}
    </div>
  )
}

function Note({
  id,
  error,
  ok,
  hint,
}: {
  readonly id: string
  readonly error: string | undefined
  readonly ok: string | undefined
  readonly hint: ReactNode
}) {
  if (error)
    return (
      <span className="field__error" id={id}>
        <Glyph state="failed" />
        {capital(error)}
      </span>
    )
  if (ok)
    return (
      <span className="field__ok" id={id}>
        <Glyph state="confirmed" />
        {ok}
      </span>
    )
  return (
    <span className="hint" id={id}>
      {hint}
    </span>
  )
}

/** A line of text with its label. */
export function TextField({ label, hint, error, ok, isOptional, className = '', ...input }: FieldProps & ComponentProps<'input'>) {
  const told = { label, hint, error, ok, ...(isOptional && { isOptional }) }
  return <Field {...told}>{(described) => <input {...input} {...described} className={`input ${className}`} />}</Field>
}

/** Several lines of text with their label. */
export function TextAreaField({ label, hint, error, isOptional, className = '', ...area }: FieldProps & ComponentProps<'textarea'>) {
  const told = { label, hint, error, ...(isOptional && { isOptional }) }
  return <Field {...told}>{(described) => <textarea rows={4} {...area} {...described} className={`textarea ${className}`} />}</Field>
}

/** A choice of a few, with its label. */
export function SelectField({ label, hint, error, isOptional, children, ...select }: FieldProps & ComponentProps<'select'>) {
  const told = { label, hint, error, ...(isOptional && { isOptional }) }
  return (
    <Field {...told}>
      {(described) => (
        <span className="select">
          <select {...select} {...described}>
            {children}
          </select>
          <ChevronDown className="icon" aria-hidden="true" />
        </span>
      )}
    </Field>
  )
}

/** A box to tick, with its words. */
export function CheckField({ children, ...input }: ComponentProps<'input'> & { readonly children: ReactNode }) {
  return (
    <label className="check">
      <input type="checkbox" {...input} />
      <span>{children}</span>
    </label>
  )
}
